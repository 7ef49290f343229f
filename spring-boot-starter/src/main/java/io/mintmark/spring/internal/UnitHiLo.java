package io.mintmark.spring.internal;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.NumberInRange;
import io.mintmark.range.RangeListener;

/**
 * A generator that a persistence unit closes, maybe long before the application ends: health hears of that.
 *
 * @param generator what issues
 * @param health what was told of its reservations
 */
public record UnitHiLo(HiLo generator, RangeListener health) implements HiLo {
    @Override
    public long next() {
        return generator.next();
    }

    @Override
    public long nextBlock(int count) {
        return generator.nextBlock(count);
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        return generator.nextBlock(count, use);
    }

    @Override
    public void close() {
        generator.close();
        CounterHealth.ended(health);
    }

    @Override
    public String toString() {
        return generator.toString();
    }
}
