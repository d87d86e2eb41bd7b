import { encode } from 'fast-png';
import encodeQR from 'qr';

/*
 * Encodes QR codes as pictures. `npm run build` bundles the libraries into this file (bundle.js), as they are not
 * installed with the package: import nothing here that other files import, too.
 */

/** The size of a picture. */
export interface QrDimensions {
	/** Width and height in pixels: at least the number of modules of the code and its margin. */
	size: number;
	/** The quiet zone in modules: scanners require 4 (ISO/IEC 18004). */
	margin: number;
}

/** The capacity of a QR code with medium error correction, in bytes (ISO/IEC 18004). */
export const MAX_BYTES = 2331;

/**
 * Encodes text in UTF-8 as the modules of a code, row by row; true is dark. Medium error correction is usual for
 * payments: up to 15 % of the picture may be damaged.
 */
function modulesOf(content: string): boolean[][] {
	// The library requires a border.
	const bordered = encodeQR(content, 'raw', { ecc: 'medium', border: 1 });
	return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Draws a black and white PNG whose modules all have the same width; the remaining pixels are margin. */
export function qrPng(content: string, { size, margin }: QrDimensions): Uint8Array {
	const modules = modulesOf(content);
	const scale = Math.floor(size / (modules.length + 2 * margin));
	const start = Math.floor((size - scale * modules.length) / 2);
	// One bit per pixel, 1 is white; a row fills whole bytes.
	const rowBytes = Math.ceil(size / 8);
	const data = new Uint8Array(rowBytes * size).fill(0xff);
	for (const [row, rowModules] of modules.entries()) {
		const top = (start + row * scale) * rowBytes;
		for (const [column, isDark] of rowModules.entries()) {
			const left = start + column * scale;
			for (let x = left; isDark && x < left + scale; x += 1) {
				data[top + (x >> 3)]! &= ~(0x80 >> (x & 7));
			}
		}
		// The other pixel rows of these modules are copies.
		for (let line = 1; line < scale; line += 1) {
			data.copyWithin(top + line * rowBytes, top, top + rowBytes);
		}
	}
	return encode({ width: size, height: size, data, channels: 1, depth: 1 });
}

/** Draws an SVG of black modules on white. */
export function qrSvg(content: string, { size, margin }: QrDimensions): string {
	const modules = modulesOf(content);
	const width = modules.length + 2 * margin;
	const path = modules.flatMap((row, y) =>
		row.map((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : '')),
	);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">`,
		`<path fill="#fff" d="M0 0h${width}v${width}H0z"/>`,
		`<path d="${path.join('')}"/>`,
		'</svg>',
	].join('');
}
