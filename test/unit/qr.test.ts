import { qrPng, qrSvg } from '../../nodes/Payments/shared/qr';
test('x', () => {
	expect(qrPng('abc', { size: 256, margin: 4 }).length).toBeGreaterThan(50);
	expect(qrSvg('abc', { size: 256, margin: 4 })).toMatch(/^<svg/);
});
