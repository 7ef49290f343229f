package io.mintmark.jdbc.jta;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Hears of transactions that timed out, which Atomikos tells its log only: their status stays what it was. */
final class AtomikosTimeouts extends Handler {
    private static final Logger LOG = Logger.getLogger("com.atomikos");

    private final AtomicInteger heard = new AtomicInteger();

    AtomikosTimeouts() {
        LOG.setLevel(Level.WARNING);
        LOG.setUseParentHandlers(false);
        LOG.addHandler(this);
    }

    @Override
    public void publish(LogRecord told) {
        if (String.valueOf(told.getMessage()).contains("has timed out and will rollback")) {
            heard.incrementAndGet();
        }
    }

    @Override
    public void flush() {
        // Nothing is kept.
    }

    @Override
    public void close() {
        LOG.removeHandler(this);
    }

    /** Returns transactions that are not active once it was heard that one timed out after they began. */
    Transactions noticedIn(Transactions told) {
        return new Transactions() {
            private int before;

            @Override
            public void begin(int seconds) throws Exception {
                before = heard.get();
                told.begin(seconds);
            }

            @Override
            public void commit() throws Exception {
                told.commit();
            }

            @Override
            public void rollback() throws Exception {
                told.rollback();
            }

            @Override
            public Object suspend() throws Exception {
                return told.suspend();
            }

            @Override
            public void resume(Object suspended) throws Exception {
                told.resume(suspended);
            }

            @Override
            public boolean isActive() throws Exception {
                return heard.get() == before && told.isActive();
            }
        };
    }
}
