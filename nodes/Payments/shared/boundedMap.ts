/** A map that keeps the entries set last, up to a number: setting one more drops the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly most: number) {
		super();
	}

	/** Sets an entry, which makes it the newest one. */
	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.most) this.delete(this.keys().next().value as K);
		return this;
	}
}
