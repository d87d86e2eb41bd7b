import type { INodeProperties } from 'n8n-workflow';

import { withPicture } from '../../output/qrImageFields';

/** Returns a notice about the effect of an execution. */
export function notice(text: string): INodeProperties {
	return { displayName: text, name: 'notice', type: 'notice', default: '' };
}

/** For every Delete. */
export const deletesForGood = notice('Each input item permanently deletes a record');

/** For a Create that a second execution repeats. */
export const createsAnother = notice('Each execution creates another record, also one by hand.');

/**
 * For operations that the default scope of the OAuth2 credential may not cover: HitPay does not document the scope that
 * they need (docs/interface.md, App and scopes).
 */
export const scopeNotice: INodeProperties = {
	...notice(
		'With OAuth2, this may need a scope that \'Scope\' in the credential does not contain by default: <a href="https://github.com/n8n-nodes-payments/n8n-nodes-payments/blob/main/docs/usage.md#oauth2">scopes</a>.',
	),
	name: 'scopeNotice',
	displayOptions: { show: { authentication: ['oAuth2'] } },
};

/** Below 'QR Picture': where the rest of the output is, as the editor opens a picture first. */
export function pictureNotice(text: string): INodeProperties {
	return { ...notice(text), displayOptions: withPicture };
}
