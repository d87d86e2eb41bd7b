import type { INodeProperties } from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { Payments } from '../../nodes/Payments/Payments.node';
import { PaymentsPollTrigger } from '../../nodes/Payments/PaymentsPollTrigger.node';
import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node';

/** All parameters with their places, including those in collections. */
export function parametersOf(
	properties: INodeProperties[],
	where = '',
): Array<[string, INodeProperties]> {
	return properties.flatMap((property): Array<[string, INodeProperties]> => {
		const { resource, operation } = (property.displayOptions?.show ?? {}) as Record<
			string,
			string[] | undefined
		>;
		const place = where || [...(resource ?? []), ...(operation ?? [])].join(' ') || 'the node';
		const inner = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
		return [[`'${property.displayName}' of ${place}`, property], ...parametersOf(inner, place)];
	});
}

/** A parameter that several resources or operations share, for each of them. */
const forEach =
	(by: 'resource' | 'operation') =>
	(property: INodeProperties): INodeProperties[] => {
		const { show } = property.displayOptions ?? {};
		const values = show?.[by];
		if (!values) return [property];
		return values.map((value) => ({
			...property,
			displayOptions: { ...property.displayOptions, show: { ...show, [by]: [value] } },
		}));
	};

export const ofNode = parametersOf(
	new Payments().description.properties
		// Request Options are n8n's.
		.filter(({ isNodeSetting }) => !isNodeSetting)
		.flatMap(forEach('resource'))
		.flatMap(forEach('operation')),
);
export const ofCredentials = [new PaymentsApi(), new PaymentsOAuth2Api()].flatMap(
	({ displayName, properties }) => parametersOf(properties, displayName),
);
export const ofPollTrigger = parametersOf(
	new PaymentsPollTrigger().description.properties,
	'the Payments Poll Trigger',
);
export const ofTrigger = parametersOf(
	new PaymentsTrigger().description.properties,
	'the Payments Trigger',
);

/** All parameters of the package. */
export const allParameters = [...ofNode, ...ofPollTrigger, ...ofTrigger, ...ofCredentials];
