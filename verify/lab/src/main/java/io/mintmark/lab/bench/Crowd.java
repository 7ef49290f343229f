package io.mintmark.lab.bench;

import io.mintmark.hilo.HiLo;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Threads that draw number after number and note how long each call took; refused calls count, too. */
final class Crowd {
    private final Scene scene;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final List<Member> members = new ArrayList<>();
    private volatile boolean over;

    private Crowd(Scene scene) {
        this.scene = scene;
    }

    /** What came of a scene. */
    record Result(LatencyHistogram calls, long failures, long answers) {}

    /** Runs a scene for so long; then each call that has begun ends. */
    static Result run(Scene scene, Duration time) throws InterruptedException {
        SmallBlocks store = new SmallBlocks(scene.block(), scene.answersAfter());
        try (HiLo hilo = scene.order().over(store)) {
            return new Crowd(scene).run(hilo, store, time);
        }
    }

    private Result run(HiLo hilo, SmallBlocks store, Duration time) throws InterruptedException {
        for (int i = 0; i < scene.threads(); i++) {
            Member member = new Member(hilo);
            member.start();
            members.add(member);
        }
        begin.countDown();
        Thread.sleep(time.toMillis());
        long answers = store.answers();
        over = true;
        LatencyHistogram calls = new LatencyHistogram();
        long failures = 0;
        for (Member member : members) {
            member.join();
            calls.add(member.calls);
            failures += member.failures;
        }
        return new Result(calls, failures, answers);
    }

    private final class Member extends Thread {
        private final HiLo hilo;
        private final LatencyHistogram calls = new LatencyHistogram();
        private long failures;

        Member(HiLo hilo) {
            super(null, null, "crowd", 128 << 10);
            this.hilo = hilo;
        }

        @Override
        public void run() {
            LongSupplier caller = scene.order().caller(hilo);
            try {
                begin.await();
            } catch (InterruptedException e) {
                return;
            }
            while (!over) {
                long start = System.nanoTime();
                try {
                    long ignored = caller.getAsLong();
                } catch (RangeUnavailableException refused) {
                    failures++;
                }
                calls.record(System.nanoTime() - start);
            }
        }
    }

    /** A healthy store: blocks of one size, answered after a set time and never taken back, as by a sequence. */
    static final class SmallBlocks implements RangeSource {
        private final int block;
        private final long answerNanos;
        private final AtomicLong max = new AtomicLong();

        SmallBlocks(int block, Duration answersAfter) {
            this.block = block;
            this.answerNanos = answersAfter.toNanos();
        }

        @Override
        public Range reserve(long size) {
            long due = System.nanoTime() + answerNanos;
            for (long left = answerNanos; left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            long high = max.addAndGet(block);
            return Range.of(high - block + 1, high);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            return max.accumulateAndGet(atLeast, Math::max);
        }

        /** Returns how often it answered. */
        long answers() {
            return max.get() / block;
        }
    }
}
