/** The messages of the credentials: what happened, then what to do. n8n shows one text only. */
export const credentialMessages = {
	unknownKey:
		"The Payments API does not accept this API key. Check that the key is complete and was created in the selected 'Environment'.",
	notAUrl: "'API URL' is not a web address. Enter the complete URL, beginning with https://.",
	otherHost: (origin: string) =>
		`The API key is only sent to ${origin}, the host of the credential's environment. Send the request there, or choose another credential.`,
};
