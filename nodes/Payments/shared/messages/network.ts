import type { Section } from './message';

/** Reasons why no connection was made, or why it ended, with advice: the first sentences of a description. */
export const networkCauses = {
	unknownHost:
		"No host has the name in the credential. Check 'Environment' there, and for Custom the spelling of 'API URL'.",
	nameLookup: "The name of the host could not be looked up. Check n8n's network connection.",
	refused:
		"No server accepts connections at the address in the credential. Check 'Environment' there, and for Custom the host and the port in 'API URL'.",
	timeout:
		"The Payments API did not respond in time. Check n8n's network connection, and whether a firewall blocks it.",
	noRoute:
		"No route leads to the host. Check n8n's network connection, and 'Environment' in the credential.",
	certificate:
		"The certificate of the host has expired, is for another host, or is not trusted by n8n. Check 'Environment' in the credential, and have the certificate renewed or trusted.",
	notHttps:
		"The server does not accept HTTPS at this port. Check the beginning and the port of 'API URL' in the credential.",
	closed:
		"The other side closed the connection. Check n8n's network connection and 'Environment' in the credential.",
} satisfies Section;
