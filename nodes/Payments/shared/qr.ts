import { encode } from 'fast-png';
import encodeQR from 'qr';

/**
 * QR codes as pictures. The one file whose libraries are not there at run time: `npm run build` bundles
 * them into it (gulpfile.js), so import nothing here that the rest of the package imports too.
 */

/** How large a picture is. */
export interface Measures {
	/** Width and height in pixels: at least as many as the code and its margin have modules. */
	size: number;
	/** The white around the code, in modules of it: scanners want 4 (ISO/IEC 18004). */
	margin: number;
}

/** How many bytes a code can hold with the error correction that it has here (ISO/IEC 18004). */
export const LONGEST = 2331;

/**
 * The squares ("modules") of a code, row by row; true is dark. Text is in UTF-8, with the error
 * correction that is usual for payments: up to 15 % of the picture may be damaged.
 */
function modulesOf(content: string): boolean[][] {
	// The library wants a border of its own around the code.
	const bordered = encodeQR(content, 'raw', { ecc: 'medium', border: 1 });
	return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

/** A black and white PNG whose modules are all of the same width; what is left over is margin. */
export function qrPng(content: string, { size, margin }: Measures): Uint8Array {
	const modules = modulesOf(content);
	const scale = Math.floor(size / (modules.length + 2 * margin));
	const start = Math.floor((size - scale * modules.length) / 2);
	// One bit a pixel, 1 is white; a row fills whole bytes.
	const rowBytes = Math.ceil(size / 8);
	const data = new Uint8Array(rowBytes * size).fill(0xff);
	for (const [row, squares] of modules.entries()) {
		const top = (start + row * scale) * rowBytes;
		for (const [column, isDark] of squares.entries()) {
			const left = start + column * scale;
			for (let x = left; isDark && x < left + scale; x += 1) {
				data[top + (x >> 3)]! &= ~(0x80 >> (x & 7));
			}
		}
		// The other lines of these modules are the same.
		for (let line = 1; line < scale; line += 1) {
			data.copyWithin(top + line * rowBytes, top, top + rowBytes);
		}
	}
	return encode({ width: size, height: size, data, channels: 1, depth: 1 });
}

/** An SVG of black modules on white, which stays sharp at any size. */
export function qrSvg(content: string, { size, margin }: Measures): string {
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
