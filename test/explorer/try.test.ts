import { cases } from './cases';
import { walkCase } from './walk';
import { World } from './world';

const world = new World();
beforeAll(async () => await world.start({ listRefunds: Boolean(process.env.LIST) }));
afterAll(async () => await world.stop());

const faults = Number(process.env.N ?? 1);
const only = new RegExp(process.env.CASE ?? '');

test.each(cases.filter(({ name }) => only.test(name)))('$name', async (one) => {
	const begin = process.hrtime.bigint();
	const { paths, items, unsure, violations } = await walkCase(world, one, faults, Number(process.env.MAX ?? 1e9));
	const ms = Number(process.hrtime.bigint() - begin) / 1e6;
	process.stderr.write(`${one.name}: ${paths} paths, ${(ms / paths).toFixed(1)} ms each, ${unsure} of ${items} unsure, ${violations.length} violations\n`);
	for (const { path, found, log } of violations.slice(0, Number(process.env.SHOW ?? 2))) process.stderr.write(`  [${path.join(',')}] ${found.join('; ')}\n    ${log.replaceAll('\n', '\n    ')}\n`);
}, 3_600_000);
