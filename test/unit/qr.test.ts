import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import * as fc from 'fast-check';

import { LONGEST, qrPng, qrSvg, type Measures } from '../../nodes/Payments/shared/qr';
import { find, scan } from '../scan';

const contents = {
	PayNow:
		'00020101021226380009SG.PAYNOW010120210201403121W0301004068SGD5204000053037025802SG5913COFFEE CORNER6009Singapore62210117Counter 1 ORD-10426304A13C',
	'QR Ph':
		'00020101021227830012com.p2pqrpay0111GXCHPHM2XXX02089996440303152170200000006560417DWQM4TK3JDO83CHIU52040000530360854041.005802PH5910Aling Nena6010Mandaluyong6304D8E4',
	UPI: 'upi://pay?pa=coffee.corner@okbank&pn=Coffee%20Corner&am=120.50&cu=INR&tn=Order%201042',
	'UTF-8': '00020101021226380009SG.PAYNOW5912咖啡角 Café6009Singapore6215नमस्ते ☕6304BEEF',
	digits: '012345678901234567890123456789',
};

const pictures: Array<[string, (content: string, measures: Measures) => Uint8Array]> = [
	['PNG', qrPng],
	['SVG', (...args) => Buffer.from(qrSvg(...args))],
];

/** Width and height, as a PNG says them in its header. */
const sizeOf = (png: Uint8Array) => {
	const header = Buffer.from(png);
	return [header.readUInt32BE(16), header.readUInt32BE(20)];
};

describe.each(pictures)('a picture as %s', (_, draw) => {
	test.each(Object.entries(contents))('says what is in a code of %s', async (_, content) => {
		expect(await scan(draw(content, { size: 512, margin: 4 }))).toEqual([content]);
	});

	test.each([
		[256, 4],
		[256, 16],
		[2048, 4],
		[2048, 16],
		[257, 1],
		[1001, 5],
	])('is read with a size of %i pixels and a margin of %i', async (size, margin) => {
		expect(await scan(draw(contents.PayNow, { size, margin }))).toEqual([contents.PayNow]);
	});

	test('is read whatever it says and however it is measured', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: 'binary', minLength: 1, maxLength: 150 }),
				fc.integer({ min: 400, max: 640 }),
				fc.integer({ min: 2, max: 16 }),
				async (content, size, margin) => {
					expect(await scan(draw(content, { size, margin }))).toEqual([content]);
				},
			),
			{ numRuns: 50 },
		);
	});

	test('has its code in the middle, as many squares of white around it as the margin says', async () => {
		// The smallest code has 21 squares: with 3 on each side, one has 10 pixels.
		const [found] = await find(draw('A', { size: 270, margin: 3 }));
		for (const corner of [found!.left, found!.top]) expect(Math.abs(corner - 30)).toBeLessThan(4);
		for (const corner of [found!.right, found!.bottom])
			expect(Math.abs(corner - 240)).toBeLessThan(4);
	});

	test('has room for the longest content', async () => {
		const longest = 'x'.repeat(LONGEST);
		expect(await scan(draw(longest, { size: 1024, margin: 16 }))).toEqual([longest]);
		expect(() => draw(`${longest}x`, { size: 1024, margin: 16 })).toThrow();
	});
});

test('a PNG is exactly as large as asked for', () => {
	for (const size of [256, 333, 2048]) {
		expect(sizeOf(qrPng(contents.UPI, { size, margin: 4 }))).toEqual([size, size]);
	}
});

test('an SVG is as large as asked for, with a margin of as many squares', () => {
	const svg = qrSvg('A', { size: 300, margin: 3 });
	// The smallest code has 21 squares.
	expect(svg).toContain('width="300" height="300" viewBox="0 0 27 27"');
	// A corner of the code lies where the margin ends.
	expect(svg).toContain('"M3 3h1v1h-1z');
});

describe('the built file', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'payments-qr-'));
	const outfile = path.join(folder, 'qr.js');
	let code = '';
	beforeAll(() => {
		const root = path.join(__dirname, '../..');
		const script = 'require("./bundle")(process.argv[1])';
		execFileSync(process.execPath, ['-e', script, outfile], { cwd: root });
		code = readFileSync(outfile, 'utf8');
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	test('makes the same pictures with nothing around it: no module, no timer, no process', async () => {
		const module = { exports: {} as { qrPng: typeof qrPng; qrSvg: typeof qrSvg } };
		runInContext(code, createContext({ module, TextEncoder, TextDecoder }));
		const measures = { size: 300, margin: 4 };
		const png = Buffer.from(module.exports.qrPng(contents['UTF-8'], measures));
		expect(png).toEqual(Buffer.from(qrPng(contents['UTF-8'], measures)));
		expect(await scan(png)).toEqual([contents['UTF-8']]);
		expect(module.exports.qrSvg(contents.UPI, measures)).toBe(qrSvg(contents.UPI, measures));
	});

	test('has the licences of what is in it', () => {
		const inside = [...code.matchAll(/^\/\/ node_modules\/([^/]+)\//gm)].map(([, name]) => name);
		expect([...new Set(inside)].sort()).toEqual(['fast-png', 'fflate', 'iobuffer', 'qr']);
		expect(code.match(/^(The )?MIT License/gm)).toHaveLength(4);
		expect(code.match(/^Copyright \(c\)/gm)).toHaveLength(4);
		expect(code).not.toContain(path.join(__dirname, '../..'));
	});
});
