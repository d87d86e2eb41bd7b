import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist/', 'coverage/', 'e2e/node_modules/', 'e2e/.run/'] },
	{
		// What is published: n8n's own rules for community nodes, as its verification runs them.
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'],
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
