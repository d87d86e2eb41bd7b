import { inPath, isId, recordPath } from '../../nodes/Payments/shared/id';

test.each(['a', '9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02', '42', 'a b', 'ä.b:c_d~', '...a'])(
	'%j is an ID, which is a part of a path',
	(id) => {
		expect(isId(id)).toBe(true);
		const { pathname } = new URL(recordPath('/v1/charges', id), 'https://api.example');
		expect(decodeURIComponent(pathname)).toBe(`/v1/charges/${id}`);
	},
);

test.each([
	'',
	'.',
	'..',
	'../x',
	'a/b',
	'a\\b',
	'a%2Fb',
	'a?b',
	'a#b',
	'a\nb',
	'a\0',
	'a'.repeat(256),
	1,
	null,
])('%j is none, and leads nowhere', (id) => {
	expect(isId(id)).toBe(false);
	expect(() => inPath(id)).toThrow('A path was built without an ID');
});
