package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** Waits for what other threads, nodes or processes bring about; nothing else in these tests lets time pass. */
public final class Eventually {
    /** Only a guard against a hang: no test judges how long something took. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long PAUSE_MILLIS = 5;

    private Eventually() {}

    /** What is waited for. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** Returns as soon as the condition holds; fails if it never does. */
    public static void until(Condition condition) {
        until("the condition holds", condition);
    }

    /** Returns as soon as the condition, which {@code what} describes, holds; fails if it never does. */
    public static void until(String what, Condition condition) {
        assertThat(happens(PATIENCE, condition)).as("waited until %s", what).isTrue();
    }

    /** Returns as soon as the assertion holds; fails as it does if it never holds. */
    public static void asserted(Runnable assertion) {
        boolean held = happens(PATIENCE, () -> {
            try {
                assertion.run();
                return true;
            } catch (AssertionError notYet) {
                return false;
            }
        });
        if (!held) {
            assertion.run();
        }
    }

    /** Returns whether the condition comes to hold within that time, for twins of which it never does. */
    public static boolean happens(Duration within, Condition condition) {
        long end = System.nanoTime() + within.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                return false;
            }
            pass(PAUSE_MILLIS);
        }
        return true;
    }

    /** Fails as soon as the condition no longer holds; returns after {@code time} in which it always did. */
    public static void stays(Duration time, Condition condition) {
        assertThat(happens(time, () -> !condition.holds()))
                .as("it ceased to hold")
                .isFalse();
    }

    /** Lets milliseconds pass. */
    public static void pass(long millis) {
        pass(Duration.ofMillis(millis));
    }

    /** Lets time pass, in which something must not come to be, or because a client takes its time. */
    public static void pass(Duration time) {
        try {
            Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test was interrupted", e);
        }
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
