import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Returns the text of a field of a credential, without blanks around it: an expression may return a number, or nothing. */
export function enteredText(value: ICredentialDataDecryptedObject[string] | undefined): string {
	return String((value as string | number | null | undefined) ?? '').trim();
}
