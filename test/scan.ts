import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = (name: string) => new Uint8Array(readFileSync(require.resolve(name))).buffer;

let ready: Promise<unknown> | undefined;

/** A QR code in a picture: what it says, and where its corners are, in pixels. */
export interface Found {
	text: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/**
 * The codes that a phone finds in a picture, PNG or SVG: ZXing looks for codes as phones do, and shares nothing
 * with the encoder. A code that is upside down, mirrored or white on black is none.
 */
export async function find(picture: Uint8Array): Promise<Found[]> {
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
		tryInvert: false,
	});
	return found
		.filter(({ isMirrored, orientation }) => !isMirrored && Math.abs(orientation) < 5)
		.map(({ text, position: { topLeft, bottomRight } }) => ({
			text,
			left: topLeft.x,
			top: topLeft.y,
			right: bottomRight.x,
			bottom: bottomRight.y,
		}));
}

/** The text of each QR code in a picture. */
export async function scan(picture: Uint8Array): Promise<string[]> {
	return (await find(picture)).map(({ text }) => text);
}
