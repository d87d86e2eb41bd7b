import { readFileSync } from 'node:fs';

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = (name: string) => new Uint8Array(readFileSync(require.resolve(name))).buffer;

let ready: Promise<unknown> | undefined;

/**
 * What a phone reads in a picture, PNG or SVG: ZXing looks for codes as phones do, and shares nothing
 * with the encoder.
 *
 * @returns what each QR code in it says
 */
export async function scan(picture: Uint8Array): Promise<string[]> {
	ready ??= Promise.all([
		initWasm(wasm('@resvg/resvg-wasm/index_bg.wasm')),
		prepareZXingModule({
			overrides: { wasmBinary: wasm('zxing-wasm/reader/zxing_reader.wasm') },
			fireImmediately: true,
		}),
	]);
	await ready;
	const isSvg = picture[0] === '<'.charCodeAt(0);
	const png = isSvg ? new Resvg(picture).render().asPng() : picture;
	const found = await readBarcodes(png, {
		formats: ['QRCode'],
		textMode: 'Plain',
		// As all payment codes are; ZXing would guess it from the bytes.
		characterSet: 'UTF8',
	});
	return found.map(({ text }) => text);
}
