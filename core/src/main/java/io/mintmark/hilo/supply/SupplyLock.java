package io.mintmark.hilo.supply;

import java.util.function.Supplier;

/** The lock of a {@link RangeSupply}, as its rooms see it. */
interface SupplyLock {
    /** Decides under the lock what to do; the caller does it when this returns, without the lock. */
    <T> T decide(Supplier<T> decision);

    /** Changes under the lock what decisions depend on. */
    default void change(Runnable change) {
        decide(() -> {
            change.run();
            return this;
        });
    }
}
