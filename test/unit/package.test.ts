import { transformSync } from 'esbuild';
import { PackageDirectoryLoader } from 'n8n-core';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '../..');

describe('the package, as n8n loads it', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-payments-'));
	let loader: PackageDirectoryLoader;

	beforeAll(async () => {
		// As `npm run build` does, but without type checks, which take long.
		for (const source of ['nodes', 'credentials']) {
			for (const name of readdirSync(path.join(root, source), {
				recursive: true,
				encoding: 'utf8',
			})) {
				if (!name.endsWith('.ts')) continue;
				const code = readFileSync(path.join(root, source, name), 'utf8');
				const options = { loader: 'ts', format: 'cjs', target: 'es2022' } as const;
				const { code: built } = transformSync(code, options);
				const target = path.join(folder, 'dist', source, name.replace(/\.ts$/, '.js'));
				mkdirSync(path.dirname(target), { recursive: true });
				writeFileSync(target, built);
			}
		}
		writeFileSync(path.join(folder, 'package.json'), readFileSync(path.join(root, 'package.json')));
		symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
		loader = new PackageDirectoryLoader(folder);
		await loader.loadAll();
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const names = ['payments', 'paymentsPollTrigger', 'paymentsTrigger'];

	test('contains its nodes and both credentials', () => {
		expect(Object.keys(loader.nodeTypes)).toEqual(names);
		expect(Object.keys(loader.credentialTypes)).toEqual(['paymentsApi', 'paymentsOAuth2Api']);
	});

	test('declares which node uses which credential', () => {
		expect(loader.known.credentials).toMatchObject({
			paymentsApi: { className: 'PaymentsApi', supportedNodes: names },
			paymentsOAuth2Api: {
				className: 'PaymentsOAuth2Api',
				supportedNodes: names,
				extends: ['oAuth2Api'],
			},
		});
	});

	test('contains its icons', () => {
		const types = [...loader.types.nodes, ...loader.types.credentials];
		expect(types).toHaveLength(names.length + 2);
		for (const { iconUrl } of types as Array<{ iconUrl: { light: string; dark: string } }>) {
			for (const url of [iconUrl.light, iconUrl.dark]) {
				const file = url.replace('icons/n8n-nodes-payments/dist/', '');
				expect(file).toMatch(/^icons\/[\w.]+\.svg$/);
				expect(existsSync(path.join(root, file))).toBe(true);
			}
		}
	});
});
