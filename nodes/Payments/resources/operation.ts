import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isWrite } from '../errors/httpFailure';
import type { ExtraValues } from '../handlers/buildRequest';
import { createOnce, type CreateOptions } from '../handlers/once/create/create';
import { sendOne, type SendOneOptions } from '../handlers/single';
import { asReturned, type OutputMapper } from '../output/outputMapper';
import type { RecordType } from '../output/recordType';
import { recordOutput } from '../output/simplify';
import type { RequestHandler } from '../run/context';
import { somethingToChange, type Rules } from '../validation/rules';
import { build, type Common, type Request } from './build';
import { additionalFields, filters, updateFields } from './fields/collections';
import { withTimezone, type Days } from './fields/days';
import { deletesForGood } from './fields/notice';
import { extraValuesOf, type None, type Parameters } from './fields/parameter';
import type { Operation } from './resource';

interface Single<P extends Parameters, C extends Parameters> extends Common<P, C> {
	/** Adds something to the output, such as a picture. */
	extendOutput?: (output: OutputMapper) => OutputMapper;
	/** By default, `sendOne` with the `options`. */
	handler?: Handler<OutputMapper>;
}

type Handler<O> = (rules: Rules, fields: INodeProperties[], output: O) => RequestHandler;

/** Reads one record. */
export function get<P extends Parameters = None>(
	spec: Single<P, None> & { options?: SendOneOptions },
): Operation {
	return other({ name: 'Get', value: 'get', method: 'GET', ...spec });
}

/** Lists records. @param spec.handler how the API returns the list: `pages`, `cursorPages`, `unpagedList` */
export function getMany<P extends Parameters = None, C extends Parameters = None>(
	spec: Common<P, C> & {
		name?: string;
		value?: string;
		output: RecordType;
		filters?: C;
		/** Filters by day, added to the others. */
		days?: Days;
		/** In place of the usual description of 'Filters'. */
		filtersText?: string;
		handler: Handler<RecordType>;
	},
): Operation {
	const { days, filters: some, handler, output } = spec;
	const all = { ...some, ...days?.parameters } as C;
	const collection = (days || some) && filters(all, spec.filtersText);
	return build({
		name: 'Get Many',
		value: 'getAll',
		method: 'GET',
		...spec,
		isList: true,
		collection: days && collection ? withTimezone(collection) : collection,
		rules: (schema) => {
			const rules = spec.rules?.(schema) ?? schema;
			return days ? days.rules(rules) : rules;
		},
		handle: (rules, fields) => handler(rules, fields, output),
	});
}

/** Returns the list in which a new record of any status is: without the filter, it may lack drafts. */
export function inAnyStatus(statuses: INodePropertyOptions[]): CreateOptions {
	return { lists: [{ statuses: statuses.map(({ value }) => value as string) }] };
}

/** Creates a record at most once. */
export function create<P extends Parameters = None, C extends Parameters = None>(
	spec: Single<P, C> & {
		name?: string;
		value?: string;
		headers?: IDataObject;
		additionalFields?: C;
		/** Values besides those of the parameters, which are validated and sent. */
		extraValues?: ExtraValues;
		options?: CreateOptions;
		/** By default, `createOnce`. Never `sendOne`, which may send twice. */
		handler?: typeof createOnce;
	},
): Operation {
	const { additionalFields: some, handler = createOnce, options, ...others } = spec;
	const extraValues = extraValuesOf(spec.parameters, spec.extraValues);
	return other({
		name: 'Create',
		value: 'create',
		method: 'POST',
		...others,
		collection: some && additionalFields(some),
		handler: (rules, fields, output) => handler(rules, fields, output, extraValues, options),
	});
}

/** Changes a record. The parameter is its ID. */
export function update<P extends Parameters, C extends Parameters>(
	spec: Single<P, C> & {
		/** A POST needs a handler (`changeByPost`). */
		method: 'PATCH' | 'POST' | 'PUT';
		headers?: IDataObject;
		parameters: P;
		updateFields: C;
		options?: SendOneOptions;
	},
): Operation {
	const [id] = Object.keys(spec.parameters);
	return other<P, C>({
		name: 'Update',
		value: 'update',
		...spec,
		collection: updateFields(spec.updateFields),
		rules: (schema) => (spec.rules?.(schema) ?? schema).superRefine(somethingToChange(id!)),
	});
}

function deleteOperation<P extends Parameters>({
	record,
	options,
	...spec
}: Single<P, None> & { record: RecordType; options?: SendOneOptions }): Operation {
	const more = { below: [deletesForGood], ...spec, options: { record, ...options } };
	return other({ name: 'Delete', value: 'delete', method: 'DELETE', ...more });
}

/** Deletes a record. */
export { deleteOperation as delete };

/**
 * An operation about one record with a name and a method of its own.
 *
 * @throws an error if nothing would prevent that its request changes something twice
 */
export function other<P extends Parameters = None, C extends Parameters = None>(
	spec: Single<P, C> & Request<C> & { options?: SendOneOptions },
): Operation {
	const { output, extendOutput = (mapper) => mapper, options, method, url } = spec;
	// `sendOne` reads the record that the path ends with, before and after a change.
	if (!spec.handler && isWrite(method) && (method === 'POST' || !url.endsWith('}')))
		throw new Error(
			`${method} ${url} needs a handler that sends it once: see the table in CONTRIBUTING.md`,
		);
	const mapper = output ? extendOutput(recordOutput(output)) : asReturned;
	const sendsOne: Handler<OutputMapper> = (rules, fields) =>
		sendOne(rules, fields, mapper, { record: output, ...options });
	const { handler = sendsOne } = spec;
	return build({ ...spec, handle: (rules, fields) => handler(rules, fields, mapper) });
}
