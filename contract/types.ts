// Written by npm run contract.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		/**
		 * @description A value of the filter `statuses` of charges
		 * @enum {string}
		 */
		ChargeStatusFilter:
			| 'success'
			| 'succeeded_manually'
			| 'pending'
			| 'failed'
			| 'refunded'
			| 'cancelled'
			| 'partially_refunded'
			| 'void'
			| 'succeeded';
		/**
		 * Format: uuid
		 * @description a UUID
		 */
		Id: string;
		/** @description three letters, lower case */
		Currency: string;
		/** @description major units of the currency */
		Amount: number;
		/**
		 * @description Status of a charge. Which status follows which is not stated.
		 * @enum {string}
		 */
		ChargeStatus:
			| 'succeeded'
			| 'succeeded_manually'
			| 'pending'
			| 'failed'
			| 'refunded'
			| 'partially_refunded'
			| 'cancelled'
			| 'canceled'
			| 'void';
		/** @description Addresses of a logo */
		Logo: {
			sm: string;
			md: string;
			lg: string;
			svg: string;
			svg_square: string;
			png_square: string;
		};
		/** @description How a charge was paid */
		PaymentMethod: {
			name: string;
			/** @description addresses */
			display_logo: components['schemas']['Logo'];
			/** @description the same */
			method_logo: components['schemas']['Logo'];
			/** @description for a card; for others it is not stated */
			data: {
				brand: string;
				last4: string;
				country_code: string;
				country: string;
			};
			code: string;
			type: string;
			provider_reference: string | null;
		};
		/** @description What a customer paid, in a list */
		Charge: {
			id: components['schemas']['Id'];
			currency: components['schemas']['Currency'];
			home_currency: components['schemas']['Currency'];
			/** @description a decimal number */
			exchange_rate: string;
			amount: components['schemas']['Amount'];
			fixed_fee: components['schemas']['Amount'];
			discount_fee: components['schemas']['Amount'];
			discount_fee_rate: components['schemas']['Amount'];
			remark: string | null;
			status: components['schemas']['ChargeStatus'];
			payment_method: components['schemas']['PaymentMethod'];
			customer_id: components['schemas']['Id'];
			customer: {
				name: string;
				email: string;
				phone_number: string;
			};
			payment_request_id: components['schemas']['Id'];
			/** @description its meaning is not stated */
			webhook_status: boolean;
			order_reference_number: string;
			/** @description who took the payment. The specification does not state its type; null or an empty list for none */
			executor: Record<string, never> | null;
			location: {
				id: string;
				name: string;
				address: string;
			};
			/** @description its values are not stated */
			channel: string;
			admin_fee: boolean;
			/** @description with a UTC offset; null while the charge is pending */
			closed_at: string | null;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/** @description Addresses of pages; null or an empty text for none */
		Links: {
			first: string | null;
			last: string | null;
			prev: string | null;
			next: string | null;
		};
		/** @description Of a list in the style of cursors */
		CursorMeta: {
			path: string;
			per_page: number;
			/** @description null after the last page */
			next_cursor: string | number | null;
			prev_cursor: string | number | null;
		};
		/** @description An error */
		Failure: {
			message: string;
			/** @description what is wrong, by field; a list for locations */
			errors: {
				[key: string]: string[];
			};
		};
		/** @description A refund of a single charge */
		ChargeRefund: {
			id: string;
			refunded_by: string;
			payment_id: string;
			amount: components['schemas']['Amount'];
			amount_refunded: components['schemas']['Amount'];
			total_amount: components['schemas']['Amount'];
			currency: string;
			status: string;
			payment_method: string;
			provider_fee: number | null;
			provider_fee_currency: string | null;
			refunded_at: string;
			created_at: string;
		};
		/** @description A single charge */
		ChargeDetail: components['schemas']['Charge'] & {
			amount_without_fees?: components['schemas']['Amount'];
			/** @description the sum of the refunds; above 0 also for some charges that are still `succeeded` */
			refunded_amount?: components['schemas']['Amount'];
			/** @description the fields of each are not stated; these are those of a refund, and `amount` */
			refunds?: components['schemas']['ChargeRefund'][];
			target_id?: string | null;
			/** @description such as `business_recurring_plan` */
			target_type?: string | null;
			terminal_id?: string | null;
			webhook_logs?: Record<string, never>[];
		};
		/**
		 * Format: uri
		 * @description A complete http or https address
		 */
		WebAddress: string;
		/**
		 * @description text, not a boolean
		 * @enum {string}
		 */
		TextFlag: 'true' | 'false';
		/** @description What to refund */
		RefundCreate: {
			/** @description the amount that remains to be refunded */
			amount: number;
			/**
			 * Format: uuid
			 * @description the payment request that was paid (specification) or its charge (public)
			 */
			payment_id: string;
			/** @description where notifications of the refund are sent */
			webhook: components['schemas']['WebAddress'];
			send_email: components['schemas']['TextFlag'];
			/** Format: email */
			email: string;
		};
		/** @description date and time without an offset */
		LocalTime: string;
		/** @description A refund */
		Refund: {
			/** @description not stated to be a UUID */
			id: string;
			refunded_by: string;
			/** @description the payment that was refunded */
			payment_id: string;
			/** @description 0 by default */
			amount_refunded: components['schemas']['Amount'];
			/** @description 0 by default */
			total_amount: components['schemas']['Amount'];
			currency: components['schemas']['Currency'];
			/** @description `succeeded` by default; other values are not stated */
			status: string;
			payment_method: string;
			provider_fee: number | null;
			provider_fee_currency: string | null;
			/** @description UTC, with microseconds */
			refunded_at: string;
			created_at: components['schemas']['LocalTime'];
		};
		/** @description A settlement to the bank account of the business */
		Payout: {
			id: components['schemas']['Id'];
			/** @enum {string} */
			status: 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled' | 'pending';
			currency: components['schemas']['Currency'];
			/** @description what is paid out */
			amount: components['schemas']['Amount'];
			source_currency: components['schemas']['Currency'];
			source_amount: components['schemas']['Amount'];
			bank_name: string | null;
			/** @description account number, masked */
			bank_account: string | null;
			remark: string | null;
			reference: string | null;
			/** @description there when the payout failed */
			failure_code: string | null;
			failure_message: string | null;
			/** Format: date */
			arrival_date: string | null;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/** @description code of three letters */
		CurrencyCode: string;
		/** @description What the account holds in one currency */
		Balance: {
			currency: components['schemas']['CurrencyCode'];
			/** @description some of them may be missing */
			wallets: {
				available: components['schemas']['Amount'];
				pending: components['schemas']['Amount'];
				deposit: components['schemas']['Amount'];
				reserve: components['schemas']['Amount'];
			};
		};
		/** @description A change of a balance. It has no id. */
		BalanceTransaction: {
			/** @description the form is not stated */
			datetime: string;
			description: string | null;
			charge_id: string | null;
			order_id: string | null;
			payout_id: string | null;
			transfer_id: string | null;
			/** @description what was taken out; the value where nothing was is not stated */
			debit: components['schemas']['Amount'] | null;
			/** @description what was added; the value where nothing was is not stated */
			credit: components['schemas']['Amount'] | null;
			currency: components['schemas']['CurrencyCode'];
		};
		/** @description Who receives the money of transfers */
		Beneficiary: {
			id: string;
			/** @description seen is `approved`; other values are not stated */
			status: string;
			/** @description of the account, 2 letters in lower case */
			country: string;
			currency: components['schemas']['CurrencyCode'];
			/** @description such as `bank_transfer`; it depends on the country */
			transfer_method: string;
			/** @description such as `local`; only some methods have one */
			transfer_type: string | null;
			nickname: string | null;
			remark: string | null;
			holder_name: string | null;
			/** @description `individual` or `company` */
			holder_type: string;
			account_number: string | null;
			bank_name: string | null;
			bank_id: string | null;
			/** @description an example of a record lacks it */
			bank_swift_code: string | null;
			/** @description a new record lacks it */
			bank_branch_code: string | null;
			email: string | null;
			is_favourite: boolean;
			created_by: {
				id: string;
				display_name: string;
				first_name: string;
				last_name: string;
			} | null;
			created_at: string;
			updated_at: string;
			/** @description a deleted one is not listed */
			deleted_at: string | null;
		};
		/** @description Of a list in the style of page numbers */
		NumberedMeta: {
			current_page: number;
			per_page: number;
			from: number | null;
			to: number | null;
			total: number;
			last_page: number;
			path: string;
			links: {
				url: string | null;
				label: string;
				active: boolean;
			}[];
		};
		/** @description A new beneficiary. Which fields of the account are required depends on the others; `POST /v1/beneficiaries/schema` states it */
		BeneficiaryCreate: {
			/** @description two letters */
			country: string;
			/** @description such as `bank_transfer` */
			transfer_method: string;
			/** @description such as `local` */
			transfer_type: string;
			currency: components['schemas']['CurrencyCode'];
			/** @enum {string} */
			holder_type: 'individual' | 'company';
			holder_name: string;
			account_number: string;
			bank_id: string;
			bank_swift_code: string;
			bank_routing_number: string;
			district: string;
			address: {
				street: string;
				postcode: string;
				city: string;
			};
			nickname: string;
			remark: string;
			is_favourite: boolean;
			/** Format: email */
			email: string;
		};
		/** @description The choices that determine the fields of a new beneficiary. Each lets the next ones appear */
		AccountChoice: {
			/** @description two letters */
			country: string;
			transfer_method: string;
			transfer_type: string;
			currency: string;
			/** @enum {string} */
			holder_type: 'individual' | 'company';
			bank_swift_code: string;
		};
		/** @description A field of a new beneficiary */
		AccountField: {
			/** @description its name in the request */
			key: string;
			title: string;
			/** @description `select`, `input` or `checkbox-boolean` */
			type: string;
			force_display: boolean;
			placeholder: string | null;
			/** @description a regular expression, or `email` */
			validation: string;
			/** @description of a `select` */
			options: {
				value: string;
				label: string;
			}[];
			/** @description the one that was sent or is preset */
			value: string | boolean | null;
		};
		/** @description The fields of a beneficiary that can be changed */
		BeneficiaryUpdate: {
			nickname: string;
			remark: string;
			is_favourite: boolean;
		};
		/** @description Money that the business sends to a beneficiary */
		Transfer: {
			id: string;
			/** @description who receives it; may have more fields */
			beneficiary: {
				id: string;
				nickname: string | null;
				holder_name: string | null;
				bank_name: string | null;
				account_number: string | null;
			};
			payment_currency: components['schemas']['CurrencyCode'];
			/** @description what the beneficiary receives */
			payment_amount: components['schemas']['Amount'];
			source_currency: components['schemas']['CurrencyCode'];
			/** @description what the business pays */
			source_amount: components['schemas']['Amount'];
			exchange_rate: string | number | null;
			fee: {
				amount: components['schemas']['Amount'];
				currency: components['schemas']['CurrencyCode'];
				/** @description `payer` or `beneficiary` */
				paid_by: string;
			} | null;
			remark: string | null;
			reference: string | null;
			/** @enum {string} */
			status: 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled';
			/** @description the offset is not stated */
			created_at: string;
			/** @description the offset is not stated */
			updated_at: string;
		};
		/** @description What to send, and to whom. With both amounts, the source amount counts (choice) */
		TransferTerms: {
			beneficiary_id: string;
			/** @description what the business pays in */
			source_currency: components['schemas']['CurrencyCode'];
			/** @description what the business pays */
			source_amount: number;
			/** @description what the beneficiary receives, in the currency of its account */
			payment_amount: number;
		} & (unknown & unknown);
		/** @description A new transfer */
		TransferCreate: {
			reference: string;
			/** @description for internal use */
			remark: string;
		} & components['schemas']['TransferTerms'];
		/** @description What a transfer would cost */
		TransferEstimate: {
			/** @description what the business pays */
			source_amount: components['schemas']['Amount'];
			source_amount_fees: components['schemas']['Amount'];
			source_currency: components['schemas']['CurrencyCode'];
			exchange_rate: string | number | null;
			/** @description both currencies, such as `sgdmyr` */
			fx_pair: string;
			/** @description what the beneficiary receives */
			payment_amount: components['schemas']['Amount'];
			payment_amount_fees: components['schemas']['Amount'];
			payment_currency: components['schemas']['CurrencyCode'];
			/** @description `payer` or `beneficiary` */
			fee_payer: string;
			fee_currency: components['schemas']['CurrencyCode'];
		};
		/** @description major units of the currency */
		TextAmount: string;
		/** @description A payment of a payment request */
		Payment: {
			/** @description that of the charge */
			id: string;
			amount: components['schemas']['TextAmount'];
			currency: string;
			/** @enum {string} */
			status:
				| 'succeeded'
				| 'succeeded_manually'
				| 'pending'
				| 'failed'
				| 'refunded'
				| 'partially_refunded'
				| 'canceled'
				| 'cancelled'
				| 'void'
				| 'requires_payment_method'
				| 'requires_customer_action';
			payment_type: string;
			created_at: string;
		};
		/** @description A link by which a customer pays */
		PaymentRequest: {
			id: string;
			/** @description of the customer */
			name: string | null;
			/** @description of the customer */
			email: string | null;
			/** @description of the customer */
			phone: string | null;
			amount: components['schemas']['TextAmount'];
			currency: components['schemas']['Currency'];
			/** @enum {string} */
			status: 'pending' | 'completed' | 'failed' | 'expired' | 'canceled' | 'inactive';
			purpose: string | null;
			reference_number: string | null;
			/** @description codes vary by country; known ones are in the list of the editor */
			payment_methods: string[];
			/** @description the checkout page */
			url: string;
			redirect_url: string | null;
			webhook: string | null;
			send_sms: boolean;
			send_email: boolean;
			allow_repeated_payments: boolean;
			expiry_date: string | null;
			created_at: string;
			updated_at: string;
			metadata: Record<string, never> | null;
			/** @description only when it was created with `generate_qr` */
			qr_code_data: {
				qr_code: string;
				qr_code_expiry: string | null;
			} | null;
			/** @description once paid */
			payments: components['schemas']['Payment'][];
		};
		/** @description What a payment request is created with */
		PaymentRequestFields: {
			amount: number;
			currency: components['schemas']['CurrencyCode'];
			/** @description `card`, `paynow_online`, `qrph_netbank`, `upi_qr`, `grabpay_direct`, `grabpay_paylater`, `shopee_pay`, `wechat`, `alipay`, `doku_qris` and more; codes vary by country */
			payment_methods: string[];
			/** @description of the customer */
			name: string;
			/**
			 * Format: email
			 * @description of the customer
			 */
			email: string;
			/** @description of the customer */
			phone: string;
			purpose: string;
			reference_number: string;
			redirect_url: components['schemas']['WebAddress'];
			webhook: components['schemas']['WebAddress'];
			allow_repeated_payments: components['schemas']['TextFlag'];
			/** @description a receipt after the payment */
			send_email: components['schemas']['TextFlag'];
			/** @description a text message after the payment */
			send_sms: components['schemas']['TextFlag'];
			add_admin_fee: components['schemas']['TextFlag'];
			/** @description Singapore time; described for repeated payments */
			expiry_date: string;
			/** @description `5 minutes`, `30 mins`, `2 hours`, `7 days` and the like */
			expires_after: string;
			/** @description only for methods with a QR code */
			generate_qr: boolean;
			/** Format: uuid */
			location_id: string;
			/** @description no source states its form */
			staff_id: string;
			/** @description all but `line2` are required when it is given, in some records */
			address: {
				line1: string;
				line2: string;
				city: string;
				state: string;
				country: string;
				postal_code: string;
			};
			/** @description up to 50 pairs; each value text of up to 500 characters */
			metadata: {
				[key: string]: string;
			};
		};
		/** @description A new payment request */
		PaymentRequestCreate: {
			/** @description the reader that asks the customer; required for the method `wifi_card_reader` */
			wifi_terminal_id: string;
		} & components['schemas']['PaymentRequestFields'];
		/** @description Changes of a payment request. The reference has no `metadata` and no `location_id` among its fields. */
		PaymentRequestUpdate: components['schemas']['PaymentRequestFields'];
		/**
		 * @description Payment method of a static QR code
		 * @enum {string}
		 */
		QrMethod: 'paynow_online' | 'upi_qr' | 'qrph_netbank';
		/** @description Logo of a payment method of a static QR code */
		MethodLogo: {
			sm: string;
			md: string;
			lg: string;
			svg: string;
			svg_square: string;
			png_square: string;
			method: string;
			iconName: string;
			displayName: string;
		};
		/** @description A static QR code */
		StaticQr: {
			id: string;
			name: string;
			reference: string;
			payment_provider: string;
			payment_provider_method: components['schemas']['QrMethod'];
			amount: components['schemas']['Amount'];
			currency: components['schemas']['Currency'];
			payment_provider_method_logos: components['schemas']['MethodLogo'][];
			payment_provider_method_main_logo: components['schemas']['MethodLogo'];
			created_by: {
				id: string;
				display_name: string;
				first_name: string;
				last_name: string;
			};
			/** @description null without a location */
			location_id: string | null;
			/** @description null without a location */
			location: {
				name: string;
				address: string;
			} | null;
			/** @description its type is not stated */
			device_id: string | null;
			/** @description its type is not stated */
			device: Record<string, never> | null;
			/** @description the content of the code */
			qr_value: string;
			created_at: string;
			updated_at: string;
		};
		/** @description A new static QR code */
		StaticQrCreate: {
			name: string;
			payment_provider_method: components['schemas']['QrMethod'];
			/**
			 * Format: uuid
			 * @description the device that is to use the code
			 */
			device_id: string;
			/**
			 * Format: uuid
			 * @description has to be an active location
			 */
			location_id: string;
			amount: number;
			currency: string;
		};
		/** @description Changes of a static QR code */
		StaticQrUpdate: {
			name: string;
			/**
			 * Format: uuid
			 * @description has to be an active location
			 */
			location_id: string;
			amount: number;
			currency: string;
		};
		/** @description A text about what was done */
		Message: {
			message: string;
		};
		/** @description A bank account number of the business, to which customers transfer money */
		VirtualAccount: {
			id: components['schemas']['Id'];
			name: string;
			/** @description its number */
			reference: string;
			/** @description such as `dbs_sg` */
			payment_provider: string;
			/** @description such as `dbs_sg_virtual_account` */
			payment_provider_method: string;
			payment_provider_method_logos: components['schemas']['MethodLogo'][];
			payment_provider_method_main_logo: components['schemas']['MethodLogo'] | null;
			supported_currencies: string[] | null;
			transfer_types: string[];
			/** @description of the business */
			address: string;
			/** @description its values are not stated */
			status: string | null;
			created_by: {
				id: string;
				display_name: string;
				first_name: string;
				last_name: string;
			} | null;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/** @description What a customer can subscribe to */
		Plan: {
			id: components['schemas']['Id'];
			name: string;
			description: string | null;
			/** @enum {string} */
			cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
			/** @description null for every cycle but `custom` */
			cycle_repeat: number | null;
			/** @description null for every cycle but `custom` */
			cycle_frequency: string | null;
			currency: components['schemas']['Currency'];
			amount: components['schemas']['Amount'];
			reference: string | null;
			created_at: components['schemas']['LocalTime'];
			updated_at: components['schemas']['LocalTime'];
		};
		/** @description What a plan has */
		PlanFields: {
			name: string;
			/** @enum {string} */
			cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
			/** @description the minimum depends on the currency and is not stated */
			amount: number;
			/** @description how often the cycle repeats; only sent with `custom`; the specification has a number */
			cycle_repeat: number | null;
			/**
			 * @description only sent with `custom`
			 * @enum {string|null}
			 */
			cycle_frequency: 'day' | 'week' | 'month' | 'year' | null;
			currency: components['schemas']['CurrencyCode'];
			description: string;
			/** @description the business's own; the customer cannot change it */
			reference: string;
			/** @description where the customer goes after the payment */
			redirect_url: string;
			/** @enum {string} */
			start_date_method: 'sign_up_date' | 'customer_select_date' | 'fixed_date';
			fixed_date: number;
			/** @description 1 by default */
			times_to_be_charged: number;
		};
		/** @description A new plan */
		PlanCreate: components['schemas']['PlanFields'];
		/** @description Changes of a plan. The specification does not state that name, cycle and amount are required. */
		PlanUpdate: {
			name: unknown;
		} & components['schemas']['PlanFields'];
		/** @description A person or a company that pays. Which fields can be null is a choice */
		Customer: {
			id: components['schemas']['Id'];
			name: string | null;
			email: string | null;
			phone_number: string | null;
			/** @description its format is not stated */
			phone_number_country_code: string | null;
			remark: string | null;
			birth_date: string | null;
			/** @description its values are not stated */
			gender: string | null;
			address: {
				street: string | null;
				city: string | null;
				state: string | null;
				postal_code: string | null;
				country: string | null;
			} | null;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/** @description What a customer has, and what an update changes */
		CustomerFields: {
			/** Format: email */
			email: string;
			name: string;
			/** @description required for a new customer, in some records */
			phone_number: string;
			/** @description its format is not stated */
			phone_number_country_code: string;
			remark: string;
			/** Format: date */
			birth_date: string;
			/** @description its values are not stated */
			gender: string;
			/** @description all but `country` are required when it is given */
			address: {
				street: string;
				city: string;
				state: string;
				postal_code: string;
				country: string;
			};
		};
		/** @description A new customer */
		CustomerCreate: components['schemas']['CustomerFields'];
		/**
		 * @description Whether an invoice is paid
		 * @enum {string}
		 */
		InvoiceStatus: 'draft' | 'sent' | 'pending' | 'overdue' | 'paid' | 'partially paid';
		/** @description A part of the amount, which is due on a day of its own */
		InvoicePartialPayment: {
			/** @description major units of the currency */
			amount: number;
			/** Format: date */
			due_date: string;
		};
		/** @description An amount or a percentage off the subtotal, as an invoice shows it */
		InvoiceDiscount: {
			name: string;
			discount: components['schemas']['Amount'];
			/** @description a fraction, 0.05 for 5 %; in percent in some records */
			percentage_discount: number;
			/** @description place among the discounts, from 1 */
			order: number;
		};
		/** @description A product on an invoice, as the invoice shows it */
		InvoiceProduct: {
			product_id: string;
			quantity: number;
			variation_id: string | null;
			discount: components['schemas']['Amount'];
		};
		/** @description What a customer is asked to pay */
		Invoice: {
			id: string;
			invoice_number: string | null;
			amount: components['schemas']['Amount'];
			currency: components['schemas']['Currency'];
			status: components['schemas']['InvoiceStatus'];
			customer_email: string | null;
			customer_name: string | null;
			/** @description where the customer pays */
			url: string | null;
			/** Format: date */
			due_date: string | null;
			created_at: components['schemas']['LocalTime'];
			updated_at: components['schemas']['LocalTime'];
			/** Format: date */
			invoice_date: string | null;
			/** @enum {string} */
			payment_by: 'amount' | 'product';
			subtotal: components['schemas']['Amount'];
			customer_id: string | null;
			reference: string | null;
			footer: string | null;
			memo: string | null;
			webhook: string | null;
			tax_setting: string | null;
			payment_methods: string[];
			/** @description 0 or 1 in some records, also as text */
			allow_partial_payments: boolean;
			partial_payments: components['schemas']['InvoicePartialPayment'][];
			stackable_discounts: components['schemas']['InvoiceDiscount'][];
			products: components['schemas']['InvoiceProduct'][];
			recipients: Record<string, never>[];
		};
		/** @description A product to put on an invoice */
		InvoiceProductCreate: {
			product_id: string;
			quantity: number;
			variation_id: string;
			/** @description major units of the currency */
			discount: number;
		};
		/** @description An amount or a percentage off the subtotal. The API reference requires all fields, and has a percentage between 0 and 1. */
		InvoiceDiscountCreate: {
			name: string;
			/** @description major units of the currency; 0 for a percentage */
			discount: number;
			/** @description a fraction, 0.05 for 5 %; 0 for an amount; in percent in some records */
			percentage_discount: number;
			/** @description place among the discounts, from 1 */
			order: number;
		};
		/** @description What an invoice is created with, and what an update needs again */
		InvoiceFields: {
			/** Format: date */
			invoice_date: string;
			/** Format: date */
			due_date: string;
			currency: components['schemas']['CurrencyCode'];
			/**
			 * @description whether the amount is in the request, or follows from the products
			 * @enum {string}
			 */
			payment_by: 'amount' | 'product';
			/** @description with `payment_by` amount */
			amount: number;
			/** @description with `payment_by` amount: before discounts and tax */
			subtotal: number;
			/** @description with `payment_by` product */
			products: components['schemas']['InvoiceProductCreate'][];
			/** @description unless there is a `customer_id` */
			customer: {
				name: string;
				/** Format: email */
				email: string;
				/** @description its form is not stated */
				address: Record<string, never> | string;
			};
			/** @description of a customer of the business */
			customer_id: string;
			/**
			 * @description text, not a number
			 * @enum {string}
			 */
			auto_invoice_number: '0' | '1';
			/** @description required with `auto_invoice_number` 0 */
			invoice_number: string;
			/** @description as those of a payment request */
			payment_methods: string[];
			/** @description id of a tax setting of the dashboard */
			tax_setting: string;
			/**
			 * @description 1 if HitPay sends the invoice to the customer; 0 by default
			 * @enum {integer}
			 */
			send_email: 0 | 1;
			webhook: components['schemas']['WebAddress'];
			reference: string;
			footer: string;
			memo: string;
			/**
			 * @description 1 with `partial_payments`; 0 by default
			 * @enum {integer}
			 */
			allow_partial_payments: 0 | 1;
			partial_payments: components['schemas']['InvoicePartialPayment'][];
			stackable_discounts: components['schemas']['InvoiceDiscountCreate'][];
			/** @description who receives the invoice beside the customer */
			recipients: {
				/** Format: email */
				email: string;
				customer_id: string;
			}[];
		} & (unknown & unknown & unknown & unknown);
		/** @description major units of the currency, or null */
		NullableAmount: components['schemas']['Amount'] | null;
		/** @description What a customer is charged for regularly, or by a saved payment method */
		Subscription: {
			id: components['schemas']['Id'];
			/** @description its plan */
			business_recurring_plans_id: string | null;
			customer_name: string | null;
			customer_email: string | null;
			/** @description in some records */
			customer_phone_number: string | null;
			/** @description in some records */
			address: Record<string, never> | null;
			/** @description in some records */
			email_status: string | null;
			/** @description in some records */
			sms_status: string | null;
			name: string | null;
			description: string | null;
			reference: string | null;
			/** @description `weekly`, `monthly`, `yearly` or `custom`; `save_card` if a payment method is only saved */
			cycle: string;
			/** @description null for every cycle but `custom` */
			cycle_repeat: number | null;
			/** @description null for every cycle but `custom` */
			cycle_frequency: string | null;
			currency: components['schemas']['Currency'];
			price: components['schemas']['NullableAmount'];
			amount: components['schemas']['NullableAmount'];
			times_to_be_charged: number | null;
			/** @description null for some */
			times_charged: number | null;
			/** @description `scheduled`, `active`, `retrying`, `inactive`, `canceled`, `paused` or `expired` */
			status: string;
			/** @description in some responses 0 or 1 */
			send_email: boolean | number;
			/** @description whether a payment method is only saved; in some responses 0 or 1 */
			save_card: boolean | number;
			redirect_url: string | null;
			payment_methods: string[] | null;
			/** @description how it is paid */
			payment_provider_charge_method: string | null;
			pause_from: string | null;
			pause_until: string | null;
			expires_at: string | null;
			/** @description where the customer attaches a payment method */
			url: string | null;
			/** @description what was charged so far; in some records how often, with `times_charged` null */
			total_charge: components['schemas']['NullableAmount'];
			/** @description the saved payment method */
			payment_method: {
				card: {
					brand: string;
					last4: string;
				} | null;
			} | null;
			created_at: components['schemas']['LocalTime'];
			updated_at: components['schemas']['LocalTime'];
		};
		/** @description What a subscription has */
		SubscriptionFields: {
			/** Format: uuid */
			plan_id: string;
			name: string;
			amount: number;
			/** @enum {string} */
			cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
			/** @description only with `custom` */
			cycle_repeat: number;
			/**
			 * @description only with `custom`
			 * @enum {string}
			 */
			cycle_frequency: 'day' | 'week' | 'month' | 'year';
			/** Format: email */
			customer_email: string;
			customer_name: string;
			/**
			 * Format: date
			 * @description in Singapore time, today or later
			 */
			start_date: string;
			/** @description such as `card`, `giro`, `shopee_recurring`, `grabpay_direct` */
			payment_methods: string[];
			/** @description where the customer goes afterwards */
			redirect_url: string;
			/** @description the business's own */
			reference: string;
			description: string;
			/** @description receipts for the customer */
			send_email: components['schemas']['TextFlag'];
		};
		/** @description A new subscription */
		SubscriptionCreate: {
			/** @description also required to save a card, in some records */
			amount: unknown;
			currency: components['schemas']['CurrencyCode'];
			/** @description 1 by default; not with `save_payment_method`, in some records */
			times_to_be_charged: number;
			/** @description where notifications are sent */
			webhook: components['schemas']['WebAddress'];
			/** @description whether a payment method is only saved, to be charged later */
			save_payment_method: components['schemas']['TextFlag'];
			/** @description the older name of `save_payment_method` */
			save_card: components['schemas']['TextFlag'];
			/**
			 * @description when the customer is charged first; only with `save_payment_method`
			 * @enum {string}
			 */
			start_date_method: 'sign_up_date' | 'no_initial_charge';
		} & (components['schemas']['SubscriptionFields'] & unknown & unknown);
		/**
		 * @description Changes of a subscription. The API reference has no currency, no `times_to_be_charged` and no webhook here. Which of the
		 *     other fields can be changed is not stated.
		 */
		SubscriptionUpdate: components['schemas']['SubscriptionFields'];
		/** @description What to charge */
		SubscriptionChargeCreate: {
			amount: number;
			currency: components['schemas']['CurrencyCode'];
		};
		/** @description A charge of a subscription, as the request for it returns it */
		SubscriptionCharge: {
			/** @description its charge */
			payment_id: components['schemas']['Id'];
			/** @description its subscription */
			recurring_billing_id: components['schemas']['Id'];
			amount: components['schemas']['Amount'];
			currency: components['schemas']['Currency'];
			/** @description `succeeded`, `pending` or `failed` */
			status: string;
		};
		/** @description A terminal at the counter that takes cards */
		Reader: {
			id: string;
			/** @description that the business gave it */
			name: string | null;
			/** @description its values are not stated */
			device_type: string | null;
			/** @description the model */
			details: {
				title: string;
				image: string;
			};
			/** @description what its maker knows it by */
			data: {
				/** @description we take it for the ID of the terminal */
				id: string;
				serial_number: string;
			};
			created_at: string;
			updated_at: string;
		};
		/** @description A place of the business */
		Location: {
			id: components['schemas']['Id'];
			business_id: components['schemas']['Id'];
			name: string;
			street: string;
			city: string;
			state: string;
			/** @description code of two letters */
			country: string;
			postal_code: string;
			active: boolean;
			/** @description the fields of one are not stated */
			pickups: Record<string, never>[];
			/**
			 * Format: date-time
			 * @description UTC
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description UTC
			 */
			updated_at: string;
		};
		/** @description An order of a customer, from the online store or a point of sale */
		Order: {
			id: components['schemas']['Id'];
			/** @description the number that the dashboard shows */
			order_display_number: number | string | null;
			/** @description its values are not stated */
			channel: string | null;
			/** @description null for an unknown customer */
			customer: {
				name: string | null;
				email: string | null;
				phone_number: string | null;
			} | null;
			/** @description three letters in either case */
			currency: components['schemas']['CurrencyCode'];
			/** @description also others than those of the filter */
			status: string;
			remark: string | null;
			location: {
				id: string;
				name: string;
				address: string | null;
			} | null;
			line_items: {
				id: string;
				name: string;
				quantity: number;
				unit_price: components['schemas']['Amount'];
				line_item_amount: components['schemas']['Amount'];
			}[];
			/** @description with `with` */
			products: {
				id: string;
				name: string;
				quantity: number;
				unit_price: components['schemas']['Amount'];
				total_price: components['schemas']['Amount'];
			}[];
			/** @description with `with`; what the customer paid */
			charges: Record<string, never>[];
			/** @description its values are not stated */
			payment_status: string | null;
			/** @description its values are not stated */
			fulfilment_status: string | null;
			subtotal: components['schemas']['Amount'];
			amount: components['schemas']['Amount'];
			total_discount_amount: components['schemas']['Amount'];
			shipping_amount: components['schemas']['Amount'];
			line_item_tax_amount: components['schemas']['Amount'];
			/**
			 * Format: date-time
			 * @description with a UTC offset; null for an open order
			 */
			closed_at: string | null;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/** @description What an order is created with. The reference has no line items among them. */
		OrderFields: {
			/** @description the total */
			amount: number;
			currency: components['schemas']['CurrencyCode'];
			remark: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			customer_id: string;
			/** @description whether the customer collects it */
			customer_pickup: boolean;
			/** @description `point_of_sale` by default; other values are not stated */
			channel: string;
			/** @description a staff member; no source states its form */
			business_user_id: string;
			discount_reason: string;
			discount_amount: number;
			/** @enum {string} */
			version: '1.0' | '2.0';
		};
		/** @description A new order. The reference says that all fields are required, also those that an order can be without. */
		OrderCreate: components['schemas']['OrderFields'];
		/** @description Changes of an order. The reference says that all fields are required; we send all that the order has. */
		OrderUpdate: components['schemas']['OrderFields'];
		/** @description What the business sells */
		Product: {
			id: components['schemas']['Id'];
			/** @description ids of all its categories */
			category_id: string[];
			name: string;
			headline: string | null;
			/** @description may contain HTML */
			description: string | null;
			/** @description three letters in either case */
			currency: components['schemas']['CurrencyCode'];
			price: components['schemas']['Amount'];
			/** @description minor units of the currency */
			price_stored: number | null;
			/** @description `draft` or `published` */
			status: string;
			/** @description of a product without variations; of others, it is in those */
			quantity: number | null;
			/** @description of a product without variations, as its quantity */
			quantity_alert_level: number | null;
			/** @description whether its stock is counted */
			is_manageable: number | boolean;
			is_pinned: boolean;
			variations: {
				id: string;
				stock_keeping_unit: string | null;
				description: string | null;
				price: components['schemas']['Amount'];
				quantity: number | null;
				quantity_alert_level: number | null;
				variation_value_1: string | null;
				variation_value_2: string | null;
				variation_value_3: string | null;
			}[];
			/** @description where it is sold */
			channels: string[];
			locations: {
				id: string;
				name: string;
			}[];
			is_shopify: boolean;
			is_woocommerce: boolean;
			/** @description its page in the online store */
			product_url: string | null;
			is_published: boolean;
			/** @description the fields of one are not stated */
			images: Record<string, never>[];
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			created_at: string;
			/**
			 * Format: date-time
			 * @description with a UTC offset
			 */
			updated_at: string;
		};
		/**
		 * @description a flag of a form
		 * @enum {string}
		 */
		FormFlag: '1' | '0';
		/** @description A new product. It may also have a headline, a barcode, a weight, the stock of each location and images, which we do not send. */
		ProductCreate: {
			name: string;
			/** @description major units of the currency */
			price: number;
			/** @description may contain HTML */
			description: string;
			stock_keeping_unit: string;
			quantity: number;
			quantity_alert_level: number;
			currency: components['schemas']['CurrencyCode'];
			category_ids: string[];
			channels: ('online_store' | 'pos' | 'invoice')[];
			location_ids: string[];
			/** @description whether its stock is counted; `1` by default */
			is_manageable: components['schemas']['FormFlag'];
			/** @description `0` for a draft; `1` by default */
			publish: components['schemas']['FormFlag'];
			variations: {
				/** @description major units of the currency */
				price: number;
				quantity: number;
				quantity_alert_level: number;
				variation_value_1: string;
				variation_value_2: string;
				variation_value_3: string;
			}[];
		};
		/** @description Changes of a product. It may also have a headline, weights and images, which we do not send. */
		ProductUpdate: {
			/**
			 * @description a form is always sent by POST
			 * @enum {string}
			 */
			_method: 'PATCH';
			name: string;
			/** @description major units of the currency */
			price: number;
			/** @description may contain HTML */
			description: string;
			quantity: number;
			quantity_alert_level: number;
			category_ids: string[];
			/** @description as in a new product */
			is_manageable: components['schemas']['FormFlag'];
			/** @description `0` by default */
			is_pinned: components['schemas']['FormFlag'];
			/** @description as in a new product */
			publish: components['schemas']['FormFlag'];
			/** @description the variations to change */
			existing_variation: {
				id: string;
				/** @description major units of the currency */
				price: number;
				quantity: number;
				quantity_alert_level: number;
				variation_value_1: string;
				variation_value_2: string;
				variation_value_3: string;
			}[];
		};
		/** @description A group of products */
		ProductCategory: {
			id: components['schemas']['Id'];
			name: string;
			description: string | null;
			is_active: boolean;
			/** @description whether it is within no other one */
			is_parent: boolean;
			/** @description its place in the online store */
			order: number | null;
			/** @description the categories within this one */
			children: Record<string, never>[];
			image: Record<string, never> | null;
		};
		/**
		 * @description The profile of the business. The specification states that it has the name, the country and the currency of the business
		 *     and whether payments are enabled, but not the names of the fields. We output what the API returns.
		 */
		BusinessInfo: {
			id: components['schemas']['Id'];
			name: string;
			country: string;
			currency: string;
			payments_enabled: boolean;
		};
		/** @description What the account is able to do */
		AccountStatus: {
			bank_account_status: string;
			verification: {
				overall_status: string;
				/** @description its type is not stated */
				owner_verification: unknown;
				/** @description its type is not stated */
				business_verification: unknown;
			};
			/** @description by the name of each */
			payment_providers: {
				[key: string]: {
					setup_status: string;
					payment_enabled: boolean;
					payout_enabled: boolean;
				};
			};
		};
		/** @description A person who works for the business */
		StaffMember: {
			id: string;
			name: string;
			role: {
				id: string;
				title: string;
			};
		};
		/** @description A URL that is registered for events of the account */
		WebhookEndpoint: {
			id: string;
			business_id: string;
			name: string;
			url: string;
			event_types: string[];
			created_at: string;
			updated_at: string;
		};
		/** @description Changes of a webhook endpoint */
		WebhookEndpointUpdate: {
			name: string;
			/** @description https; on loopback also http (choice) */
			url: components['schemas']['WebAddress'];
			/** @description such as `charge.created`; some records have a closed list */
			event_types: string[];
		};
		/** @description A new webhook endpoint */
		WebhookEndpointCreate: components['schemas']['WebhookEndpointUpdate'];
		/** @description What is exchanged. Client ID and secret belong into the body; a Basic header does not count. */
		TokenRequest: {
			/** @enum {string} */
			grant_type: 'authorization_code' | 'refresh_token';
			client_id: string;
			client_secret: string;
			/** @description with `authorization_code` */
			code: string;
			/** @description with `authorization_code`, the one of the code */
			redirect_uri: string;
			/** @description with PKCE */
			code_verifier: string;
			/** @description with `refresh_token` */
			refresh_token: string;
		};
		/** @description Tokens of one business */
		Tokens: {
			/** @description lives one year */
			access_token: string;
			/** @description in some records, a new one each time */
			refresh_token: string;
			/** @description seconds */
			expires_in: number;
			token_type: string;
			/** @description names, separated by spaces */
			scope: string;
		};
		/** @description An error of RFC 6749 */
		TokenFailure: {
			/** @enum {string} */
			error:
				| 'invalid_client'
				| 'invalid_grant'
				| 'invalid_request'
				| 'unauthorized_client'
				| 'unsupported_grant_type'
				| 'invalid_scope';
			error_description: string;
		};
		/** @description The form of a callback */
		PaymentRequestCallback: {
			/** @description that of the charge */
			payment_id: string;
			payment_request_id: string;
			phone: string;
			/** @description major units */
			amount: string;
			/** @description capitals */
			currency: string;
			/** @enum {string} */
			status: 'completed' | 'failed' | 'pending';
			reference_number: string;
			/** @description HMAC-SHA256 of the other fields, in hex; the key is the salt of the account */
			hmac: string;
		};
		/** @description The form of a callback about a refund, with the fields of the refund */
		RefundCallback: {
			id: string;
			refunded_by: string;
			payment_id: string;
			amount_refunded: string;
			total_amount: string;
			currency: string;
			status: string;
			payment_method: string;
			provider_fee: string;
			provider_fee_currency: string;
			refunded_at: string;
			created_at: string;
			hmac: string;
		};
		/** @description The charge. On a platform's endpoint also the business. */
		ChargeEvent: components['schemas']['Charge'] & {
			business_id?: string;
		};
		/** @description The payment request, with its payments or one payment */
		PaymentRequestEvent: components['schemas']['PaymentRequest'] & {
			payment_id?: string;
			payment_type?: string;
			/** @description of a payment that failed */
			error_message?: string;
			/** @description of a payment that failed */
			failure_reason?: string;
		};
	};
	responses: never;
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type ChargeStatusFilter = components['schemas']['ChargeStatusFilter'];
export type Id = components['schemas']['Id'];
export type Currency = components['schemas']['Currency'];
export type Amount = components['schemas']['Amount'];
export type ChargeStatus = components['schemas']['ChargeStatus'];
export type Logo = components['schemas']['Logo'];
export type PaymentMethod = components['schemas']['PaymentMethod'];
export type Charge = components['schemas']['Charge'];
export type Links = components['schemas']['Links'];
export type CursorMeta = components['schemas']['CursorMeta'];
export type Failure = components['schemas']['Failure'];
export type ChargeRefund = components['schemas']['ChargeRefund'];
export type ChargeDetail = components['schemas']['ChargeDetail'];
export type WebAddress = components['schemas']['WebAddress'];
export type TextFlag = components['schemas']['TextFlag'];
export type RefundCreate = components['schemas']['RefundCreate'];
export type LocalTime = components['schemas']['LocalTime'];
export type Refund = components['schemas']['Refund'];
export type Payout = components['schemas']['Payout'];
export type CurrencyCode = components['schemas']['CurrencyCode'];
export type Balance = components['schemas']['Balance'];
export type BalanceTransaction = components['schemas']['BalanceTransaction'];
export type Beneficiary = components['schemas']['Beneficiary'];
export type NumberedMeta = components['schemas']['NumberedMeta'];
export type BeneficiaryCreate = components['schemas']['BeneficiaryCreate'];
export type AccountChoice = components['schemas']['AccountChoice'];
export type AccountField = components['schemas']['AccountField'];
export type BeneficiaryUpdate = components['schemas']['BeneficiaryUpdate'];
export type Transfer = components['schemas']['Transfer'];
export type TransferTerms = components['schemas']['TransferTerms'];
export type TransferCreate = components['schemas']['TransferCreate'];
export type TransferEstimate = components['schemas']['TransferEstimate'];
export type TextAmount = components['schemas']['TextAmount'];
export type Payment = components['schemas']['Payment'];
export type PaymentRequest = components['schemas']['PaymentRequest'];
export type PaymentRequestFields = components['schemas']['PaymentRequestFields'];
export type PaymentRequestCreate = components['schemas']['PaymentRequestCreate'];
export type PaymentRequestUpdate = components['schemas']['PaymentRequestUpdate'];
export type QrMethod = components['schemas']['QrMethod'];
export type MethodLogo = components['schemas']['MethodLogo'];
export type StaticQr = components['schemas']['StaticQr'];
export type StaticQrCreate = components['schemas']['StaticQrCreate'];
export type StaticQrUpdate = components['schemas']['StaticQrUpdate'];
export type Message = components['schemas']['Message'];
export type VirtualAccount = components['schemas']['VirtualAccount'];
export type Plan = components['schemas']['Plan'];
export type PlanFields = components['schemas']['PlanFields'];
export type PlanCreate = components['schemas']['PlanCreate'];
export type PlanUpdate = components['schemas']['PlanUpdate'];
export type Customer = components['schemas']['Customer'];
export type CustomerFields = components['schemas']['CustomerFields'];
export type CustomerCreate = components['schemas']['CustomerCreate'];
export type InvoiceStatus = components['schemas']['InvoiceStatus'];
export type InvoicePartialPayment = components['schemas']['InvoicePartialPayment'];
export type InvoiceDiscount = components['schemas']['InvoiceDiscount'];
export type InvoiceProduct = components['schemas']['InvoiceProduct'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceProductCreate = components['schemas']['InvoiceProductCreate'];
export type InvoiceDiscountCreate = components['schemas']['InvoiceDiscountCreate'];
export type InvoiceFields = components['schemas']['InvoiceFields'];
export type NullableAmount = components['schemas']['NullableAmount'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionFields = components['schemas']['SubscriptionFields'];
export type SubscriptionCreate = components['schemas']['SubscriptionCreate'];
export type SubscriptionUpdate = components['schemas']['SubscriptionUpdate'];
export type SubscriptionChargeCreate = components['schemas']['SubscriptionChargeCreate'];
export type SubscriptionCharge = components['schemas']['SubscriptionCharge'];
export type Reader = components['schemas']['Reader'];
export type Location = components['schemas']['Location'];
export type Order = components['schemas']['Order'];
export type OrderFields = components['schemas']['OrderFields'];
export type OrderCreate = components['schemas']['OrderCreate'];
export type OrderUpdate = components['schemas']['OrderUpdate'];
export type Product = components['schemas']['Product'];
export type FormFlag = components['schemas']['FormFlag'];
export type ProductCreate = components['schemas']['ProductCreate'];
export type ProductUpdate = components['schemas']['ProductUpdate'];
export type ProductCategory = components['schemas']['ProductCategory'];
export type BusinessInfo = components['schemas']['BusinessInfo'];
export type AccountStatus = components['schemas']['AccountStatus'];
export type StaffMember = components['schemas']['StaffMember'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointUpdate = components['schemas']['WebhookEndpointUpdate'];
export type WebhookEndpointCreate = components['schemas']['WebhookEndpointCreate'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type Tokens = components['schemas']['Tokens'];
export type TokenFailure = components['schemas']['TokenFailure'];
export type PaymentRequestCallback = components['schemas']['PaymentRequestCallback'];
export type RefundCallback = components['schemas']['RefundCallback'];
export type ChargeEvent = components['schemas']['ChargeEvent'];
export type PaymentRequestEvent = components['schemas']['PaymentRequestEvent'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
