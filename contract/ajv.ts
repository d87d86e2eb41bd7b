import Ajv2020, { type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

import { contract, type Endpoint } from './contract';

/** The address of the contract in references. */
const ID = 'contract';

/** Validates by the schemas of the contract. Each is compiled when it is needed for the first time. */
class Validators {
	private readonly ajv: Ajv2020;
	private readonly compiled = new Map<string, ValidateFunction>();

	constructor(options: Options = {}) {
		// The linter validates the contract. As a whole, to which references lead, it has unknown keywords.
		this.ajv = new Ajv2020({
			allErrors: true,
			strict: false,
			validateSchema: false,
			// Errors then name the schema.
			verbose: true,
			...options,
		});
		addFormats(this.ajv);
		this.ajv.addSchema(contract, ID, undefined, false);
	}

	/** Returns the validator of a schema in the contract. @param pointer JSON pointer to it, without the `#` */
	at(pointer: string): ValidateFunction {
		return this.of(pointer, () => ({ $ref: `${ID}#${pointer}` }));
	}

	/** The same, and no property that it does not have. */
	exactlyAt(pointer: string): ValidateFunction {
		return this.of(`exactly ${pointer}`, () => ({
			$ref: `${ID}#${pointer}`,
			unevaluatedProperties: false,
		}));
	}

	/** Returns the validator of the parameters in the path, query or header, by name without brackets. */
	parameters(endpoint: Endpoint, place: 'path' | 'query' | 'header'): ValidateFunction {
		return this.of(`${place} ${endpoint.pointer}`, () => {
			const own = endpoint.all.filter((one) => one.in === place);
			const names = own.map((one) => [one.name.replace('[]', ''), one] as const);
			return {
				type: 'object',
				properties: Object.fromEntries(names.map(([name, one]) => [name, absolute(one.schema)])),
				required: names.filter(([, one]) => one.required).map(([name]) => name),
			};
		});
	}

	private of(key: string, schema: () => object): ValidateFunction {
		const known = this.compiled.get(key);
		if (known) return known;
		const validate = this.ajv.compile(schema());
		this.compiled.set(key, validate);
		return validate;
	}
}

/** Types are not converted, so that tests notice a wrong type. All use these two: compiling is slow. */
export const ofJson = new Validators();
/** Paths and queries are text: there, "25" is a number. */
export const ofText = new Validators({ coerceTypes: true });

/** Returns a part of the contract whose references also lead there from elsewhere. */
function absolute(schema: object): object {
	return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${ID}#`)) as object;
}
