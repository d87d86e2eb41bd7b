/** Sees the requests, responses and notifications of the simulator, without those of the control API. */
export interface Observer {
	/** Called for every request, before anything is done with it. */
	request?(request: ObservedRequest): void;
	/** Called for every response of a route, before a fault changes it. */
	response?(request: ObservedRequest, response: ObservedResponse): void;
	/** Called once for every notification. */
	notification?(notification: ObservedNotification): void;
}

export interface ObservedRequest {
	/** In capitals. */
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string | string[] | undefined>;
	/** As it was sent. */
	body: string;
}

export interface ObservedResponse {
	status: number;
	contentType?: string;
	/** As it was sent; empty for none. */
	body: string;
}

export interface ObservedNotification {
	/** Such as `charge.created`. */
	event: string;
	headers: Record<string, string>;
	body: string;
}
