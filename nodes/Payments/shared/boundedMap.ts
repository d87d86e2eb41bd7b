/** A map with a maximum size: when it is full, it drops the entry that was set first. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly maxSize: number) {
		super();
	}

	/** Sets an entry, which makes it the newest one. */
	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.maxSize) this.delete(this.keys().next().value as K);
		return this;
	}
}
