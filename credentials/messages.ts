/** How 'API URL' begins. */
export const urlBeginning =
	'beginning with https://, or with http:// for a server on the same machine as n8n';

/** The messages of the credentials: what happened, then what to do. n8n shows one text only. */
export const credentialMessages = {
	unknownKey:
		"The Payments API does not accept this API key. Check that the key is complete and was created in the selected 'Environment'.",
	otherService:
		"This address does not return the data of the Payments API. Check 'Environment', and for Custom that 'API URL' is the address in front of /v1.",
	refused: (status: number) =>
		`The Payments API refuses the request with the status ${status}. Check that the API key is complete and may read the business.`,
	unavailable: (status: number) =>
		`The Payments API is temporarily unavailable: it returned the status ${status}. Wait a moment, then test the credential again.`,
	unreachable: (cause: string, code: string) =>
		`Could not reach the Payments API (${code}). ${cause} Then test the credential again.`,
	unknownEnvironment: `'Environment' is not Production, Sandbox or Custom. Select one, or let the expression return production, sandbox or custom.`,
	notAUrl: `'API URL' is not a web address. Enter the complete URL, ${urlBeginning}.`,
	otherHost: (origin: string) =>
		`The API key is only sent to ${origin}, the host of the credential's environment. Send the request there, or choose another credential.`,
};
