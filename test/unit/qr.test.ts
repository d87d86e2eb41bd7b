import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { MAX_BYTES, qrPng, qrSvg, type QrDimensions } from '../../nodes/Payments/output/qrEncoder';
import { casesOf, isCi } from '../cases';
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

const pictures: Array<[string, (content: string, dimensions: QrDimensions) => Uint8Array]> = [
	['PNG', qrPng],
	['SVG', (...args) => Buffer.from(qrSvg(...args))],
];

/** Reads width and height from the header of a PNG. */
const sizeOf = (png: Uint8Array) => {
	const header = Buffer.from(png);
	return [header.readUInt32BE(16), header.readUInt32BE(20)];
};

describe.each(pictures)('a picture as %s', (_, draw) => {
	test.each(Object.entries(contents))(
		'contains the content of a code of %s',
		async (_, content) => {
			expect(await scan(draw(content, { size: 512, margin: 4 }))).toEqual([content]);
		},
	);

	const sizes: Array<[size: number, margin: number]> = [
		[256, 16],
		[256, 4],
		[2048, 4],
		[2048, 16],
		[257, 1],
		[1001, 5],
	];
	test.each(casesOf(sizes, 3))(
		'can be scanned with a size of %i pixels and a margin of %i',
		async (size, margin) => {
			expect(await scan(draw(contents.PayNow, { size, margin }))).toEqual([contents.PayNow]);
		},
	);

	test('can be scanned with any content, size and margin', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: 'binary', minLength: 1, maxLength: 150 }),
				fc.integer({ min: 400, max: 640 }),
				fc.integer({ min: 2, max: 16 }),
				async (content, size, margin) => {
					expect(await scan(draw(content, { size, margin }))).toEqual([content]);
				},
			),
			{ numRuns: isCi ? 50 : 10 },
		);
	});

	test('has its code in the middle, with the margin around it', async () => {
		// The smallest code has 21 modules: with 3 on each side, one has 10 pixels.
		const [found] = await find(draw('A', { size: 270, margin: 3 }));
		for (const corner of [found!.left, found!.top]) expect(Math.abs(corner - 30)).toBeLessThan(4);
		for (const corner of [found!.right, found!.bottom])
			expect(Math.abs(corner - 240)).toBeLessThan(4);
	});

	test('accepts the maximum of bytes, and no more', async () => {
		const longestContent = 'x'.repeat(MAX_BYTES);
		expect(await scan(draw(longestContent, { size: 1024, margin: 16 }))).toEqual([longestContent]);
		expect(() => draw(`${longestContent}x`, { size: 1024, margin: 16 })).toThrow();
	});
});

test('a PNG has exactly the requested size', () => {
	for (const size of [256, 333, 2048]) {
		expect(sizeOf(qrPng(contents.UPI, { size, margin: 4 }))).toEqual([size, size]);
	}
});

test('an SVG has the requested size and margin', () => {
	const svg = qrSvg('A', { size: 300, margin: 3 });
	// The smallest code has 21 modules.
	expect(svg).toContain('width="300" height="300" viewBox="0 0 27 27"');
	// The first module of the code is next to the margin.
	expect(svg).toContain('"M3 3h1v1h-1z');
});

describe('the built file', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'payments-qr-'));
	const outfile = path.join(folder, 'qr.js');
	let code = '';
	beforeAll(() => {
		const root = path.join(__dirname, '../..');
		const script = 'require("./bundle").bundleQrEncoder(process.argv[1])';
		execFileSync(process.execPath, ['-e', script, outfile], { cwd: root });
		code = readFileSync(outfile, 'utf8');
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	test('draws the same pictures without modules, timers or process', async () => {
		const module = { exports: {} as { qrPng: typeof qrPng; qrSvg: typeof qrSvg } };
		runInContext(code, createContext({ module, TextEncoder, TextDecoder }));
		const dimensions = { size: 300, margin: 4 };
		const png = Buffer.from(module.exports.qrPng(contents['UTF-8'], dimensions));
		expect(png).toEqual(Buffer.from(qrPng(contents['UTF-8'], dimensions)));
		expect(await scan(png)).toEqual([contents['UTF-8']]);
		expect(module.exports.qrSvg(contents.UPI, dimensions)).toBe(qrSvg(contents.UPI, dimensions));
	});

	test('contains the licences of the bundled libraries', () => {
		const bundled = [...code.matchAll(/^\/\/ node_modules\/([^/]+)\//gm)].map(([, name]) => name);
		expect([...new Set(bundled)].sort()).toEqual(['fast-png', 'fflate', 'iobuffer', 'qr']);
		expect(code.match(/^(The )?MIT License/gm)).toHaveLength(4);
		expect(code.match(/^Copyright \(c\)/gm)).toHaveLength(4);
		expect(code).not.toContain(path.join(__dirname, '../..'));
	});
});
