import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', 'e2e/.run/'] },
	{
		// n8n's own rules for community nodes, as its verification runs them.
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['**/*.ts', '**/*.mts', 'package.json'],
	},
	{
		// These do not run inside n8n: they may use other packages, timers and processes, their errors
		// are not shown in the editor, and the only secrets in them are the simulator's.
		files: ['simulator/**', 'test/**', 'e2e/**', 'docs/**'],
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
);
