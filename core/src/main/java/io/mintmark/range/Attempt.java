package io.mintmark.range;

/** One call of the source for a {@link Fetch}: the first one, or one more because the last was not answered in time. */
final class Attempt {
    final Fetch fetch;

    /** Which call for this fetch, from 1 on. */
    final int number;

    /** Whether it counts among the calls under way no longer; guarded by the supply's lock. */
    boolean ended;

    Attempt(Fetch fetch, int number) {
        this.fetch = fetch;
        this.number = number;
    }
}
