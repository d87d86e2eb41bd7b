import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as markdown from 'prettier/plugins/markdown';
// The main entry loads ES modules, which jest does not.
import { format } from 'prettier/standalone';
import type { Options } from 'prettier';

import style from '../../.prettierrc.json';

const { overrides, ...everywhere } = style;

/** Formats a page. @param folder that of its own style, if it has one */
export async function formatPage(text: string, folder?: 'docs/resources'): Promise<string> {
	const own = overrides.find(({ files }) => folder && files.startsWith(folder));
	const options = { ...everywhere, ...own?.options, parser: 'markdown' } as Options;
	return await format(text, { ...options, plugins: [markdown, babel, estree] });
}
