import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * The rooms of the nodes and of the simulator, from the ground up: a room imports from those before it only
 * (docs/architecture.md).
 */
const floors = {
	'nodes/Payments': [
		['shared'],
		['events', 'run'],
		['errors'],
		['validation'],
		['output', 'transport'],
		['pagination'],
		['handlers'],
		['resources'],
		['listSearch'],
		['polling', 'webhook'],
		['*.node.ts'],
	],
	simulator: [
		['errors.ts', 'observer.ts', 'options.ts', 'records'],
		['domain', 'faults'],
		['webhooks'],
		['service.ts'],
		['http'],
		['routes'],
		['index.ts'],
		['main.ts'],
	],
};

/** For each room: it must not import from the floors above it. */
const upward = Object.entries(floors).flatMap(([house, rooms]) =>
	rooms.flatMap((floor, index) =>
		rooms.slice(index + 1).flatMap((above) =>
			floor.flatMap((room) =>
				above.map((other) => ({
					target: `./${house}/${room}`,
					from: `./${house}/${other}`,
					message: 'This room lies below: see docs/architecture.md.',
				})),
			),
		),
	),
);

/** The simulator tests what the nodes assume about the Payments API, so it shares no code with them. */
const shared = [
	['simulator', 'nodes'],
	['simulator', 'credentials'],
	['nodes', 'simulator'],
	['credentials', 'simulator'],
	// Nor does the check of the real API.
	['live', 'nodes'],
	['live', 'simulator'],
	['nodes', 'live'],
	['credentials', 'live'],
].map(([target, from]) => ({
	target: `./${target}`,
	from: `./${from}`,
	message: 'The simulator, the nodes and the live check share no code.',
}));

/** The contract is about the Payments API, and knows nobody who follows it. It is not published. */
const contract = [
	...['simulator', 'nodes', 'credentials', 'test'].map((from) => ['contract', from]),
	...['nodes', 'credentials'].map((target) => [target, 'contract']),
].map(([target, from]) => ({
	target: `./${target}`,
	from: `./${from}`,
	message: 'Only the simulator, the live check, tests and docs follow the contract in code.',
}));
const inCatalogue =
	'Messages are in nodes/Payments/shared/messages (credentials: credentials/messages.ts).';
const TEXT =
	':matches(Literal, TemplateLiteral, ObjectExpression, BinaryExpression, ConditionalExpression[consequent.type=/Literal/])';

/** Texts that users read when something stops: docs/errors.md is compared with the catalogue. */
const onlyFromCatalogue = [
	// A message that is written where it is used.
	`CallExpression[callee.name=/^(operationError|unexpectedResponse|ruleMessage)$/] > ${TEXT}.arguments`,
	`CallExpression[callee.name='issue'] > ${TEXT}.arguments:not(Literal)`,
	`CallExpression[callee.name=/^(amountAboveZero|id|texts|uuid|uuids)$/] > ${TEXT}.arguments`,
	`CallExpression[callee.name='someOf'] > ${TEXT}.arguments`,
	`NewExpression[callee.name=/^(InvalidResponseError|NotificationRejectedError|UserError)$/] > ${TEXT}.arguments`,
	// What zod reports.
	`Property[key.name=/^(message|invalid_type_error|required_error)$/] > ${TEXT}.value`,
].map((selector) => ({ selector, message: inCatalogue }));

/** Errors of n8n are created in nodes/Payments/errors only. */
const onlyInErrors = {
	selector:
		'NewExpression[callee.name=/^(NodeOperationError|NodeApiError|UserError|ApplicationError)$/]',
	message: 'Use operationError, unexpectedResponse or toNodeError of errors/nodeErrors.ts.',
};

export default tseslint.config(
	// types.ts is written by npm run contract.
	{
		ignores: ['dist/', 'coverage/', 'reports/', '.stryker-tmp/', 'e2e/.run/', 'contract/types.ts'],
	},
	{
		// n8n's own rules for community nodes, as its verification runs them.
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['**/*.ts', '**/*.mts', 'package.json'],
	},
	{
		// These do not run inside n8n: they may use other packages, timers and processes, their errors
		// are not shown in the editor, and the only secrets in them are the simulator's.
		files: ['contract/**', 'live/**', 'simulator/**', 'test/**', 'e2e/**', 'docs/**'],
		rules: {
			'@n8n/community-nodes/no-dangerous-functions': 'off',
			'@n8n/community-nodes/no-hardcoded-secrets': 'off',
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
		},
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['**/*.ts', '**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.json' } },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'max-lines': ['error', 200] },
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/Payments/errors/**', 'nodes/Payments/shared/messages/**'],
		rules: { 'no-restricted-syntax': ['error', ...onlyFromCatalogue, onlyInErrors] },
	},
	{
		files: ['credentials/**/*.ts'],
		ignores: ['credentials/messages.ts'],
		rules: { 'no-restricted-syntax': ['error', ...onlyFromCatalogue] },
	},
	{
		files: ['test/engine/**/*.ts', 'test/faults/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector:
						"ImportDeclaration[source.value=/\\/simulator$/] ImportSpecifier[imported.name='startSimulator']",
					message:
						'Import it from test/useSimulator.ts: tests hold everything against the contract.',
				},
			],
		},
	},
	{
		files: [
			'contract/**/*.ts',
			'credentials/**/*.ts',
			'live/**/*.ts',
			'nodes/**/*.ts',
			'simulator/**/*.ts',
			'test/**/*.ts',
		],
		plugins: { 'import-x': importX },
		settings: {
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
			'import-x/resolver-next': [
				createNodeResolver({ extensions: ['.ts'], extensionAlias: { '.js': ['.ts', '.js'] } }),
			],
		},
		rules: {
			'import-x/no-cycle': ['error', { ignoreExternal: true }],
			'import-x/no-duplicates': 'error',
			'import-x/no-restricted-paths': ['error', { zones: [...upward, ...shared, ...contract] }],
			'import-x/order': [
				'error',
				{
					groups: [
						['builtin', 'external'],
						['parent', 'sibling', 'index'],
					],
					'newlines-between': 'always',
					alphabetize: { order: 'asc', caseInsensitive: true },
				},
			],
		},
	},
);
