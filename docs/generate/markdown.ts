import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as markdown from 'prettier/plugins/markdown';
// The main entry loads ES modules, which jest does not.
import { format } from 'prettier/standalone';
import type { Options } from 'prettier';

import style from '../../.prettierrc.json';

const { overrides, ...everywhere } = style;

/** Returns a table. Its cells may contain bars and line breaks. */
export function tableOf(head: string[], rows: string[][]): string {
	const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Writes the generated parts of a page, each between a comment such as `<!-- contract: record Charge -->` and
 * `<!-- end -->`.
 *
 * @param mark the first word of the comments
 * @param write returns the part that the other words name
 */
export async function writeParts(
	page: string,
	mark: string,
	write: (name: string) => string,
): Promise<string> {
	const part = new RegExp(`(<!-- ${mark}: ([\\w ]+) -->\n)[^]*?(<!-- end -->)`, 'g');
	const written = page.replace(
		part,
		(_, start: string, name: string, end: string) => `${start}\n${write(name)}\n\n${end}`,
	);
	return await formatPage(written);
}

/** Formats a page. @param folder that of its own style, if it has one */
export async function formatPage(text: string, folder?: 'docs/resources'): Promise<string> {
	const own = overrides.find(({ files }) => folder && files.startsWith(folder));
	const options = { ...everywhere, ...own?.options, parser: 'markdown' } as Options;
	return await format(text, { ...options, plugins: [markdown, babel, estree] });
}
