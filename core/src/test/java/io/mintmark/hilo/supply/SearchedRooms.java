package io.mintmark.hilo.supply;

/** Rooms of the supply that a search of interleavings names. */
public final class SearchedRooms {
    private SearchedRooms() {}

    /** Returns those in which threads need not be switched: others see what happens there under the lock at most. */
    public static Class<?>[] quiet() {
        return new Class<?>[] {
            RangePlanner.class,
            HeadroomAlarm.class,
            QuietListener.class,
            RangeDomain.class,
            SourceRest.class,
            Waiter.class,
            WaiterQueue.class,
            BlockLimit.class
        };
    }

    /** Returns the one of which that is true only for some methods. */
    public static Class<?> prefetcher() {
        return Prefetcher.class;
    }
}
