package io.mintmark.testkit;

import io.mintmark.testkit.ReturnSchedule.Lease;

/** The counter of a {@link ReturnSchedule} in its present life, watched by the history and the forger. */
final class RecordedCounter {
    private final ReturnSchedule.Counter counter;
    private final HistoryChecker history;
    private final String scope;
    private final ForgedReturns forged;
    private int life = 1;
    private boolean sawDuplicate;

    RecordedCounter(ReturnSchedule.Counter counter, HistoryChecker history, String scope, ForgedReturns forged) {
        this.counter = counter;
        this.history = history;
        this.scope = scope;
        this.forged = forged;
    }

    /** Returns the scope of numbers that are reserved now. */
    String scope() {
        return scopeOf(life);
    }

    private String scopeOf(int life) {
        return life == 1 ? scope : scope + ", life " + life;
    }

    Lease reserve(int size, long lastMax) {
        Lease lease = counter.reserve(size, lastMax);
        history.reserved(scope(), lease.low(), lease.high());
        forged.sawReserved(lease);
        return lease;
    }

    void issued(String scope, long number) {
        sawDuplicate |= !history.issued(scope, number);
    }

    void deliver(ReturnNetwork.Message message) {
        if (counter.giveBack(message.last(), message.end(), message.token())) {
            history.givenBack(scope(), message.last(), message.end());
            forged.sawReturned(message.end());
        }
    }

    void dropAndCreate() {
        counter.dropAndCreate();
    }

    void beginLife() {
        history.fault("drop and create");
        life++;
        forged.forgetLife();
    }

    /** Frees the history's memory of all lives. */
    void settle() {
        for (int each = 1; each <= life; each++) {
            history.settle(scopeOf(each));
        }
    }

    boolean sawDuplicate() {
        return sawDuplicate;
    }
}
