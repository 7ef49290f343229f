package io.mintmark.lab.cuts;

import io.mintmark.internal.DaemonThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens images, several at a time: closing a database waits longer than it works, so even one processor does more.
 *
 * <p>What is found is the same as one after the other, and so is what is counted; only its order may differ.
 */
final class Examiners {
    private static final int THREADS = 20;

    private final BlockingQueue<Path> free = new ArrayBlockingQueue<>(THREADS);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Lays images out in directories below {@code base}. */
    Examiners(Path base) {
        for (int i = 0; i < THREADS; i++) {
            free.add(base.resolve("image-" + i));
        }
    }

    /** Finds out what is wrong with a directory. */
    @FunctionalInterface
    interface Question {
        List<Violation> in(Path scratch) throws IOException;
    }

    /** Asks a question in a directory of its own, as soon as one is free, and hands on what was found. */
    void ask(Question question, Consumer<List<Violation>> found) {
        Path scratch = take();
        Runnable examining = () -> {
            try {
                found.accept(question.in(scratch));
            } catch (IOException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                free.add(scratch);
            }
        };
        DaemonThreads.thread(Examiners.class, "examiner", examining).start();
    }

    private Path take() {
        try {
            return free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while images were opened", e);
        }
    }

    /** Waits until all questions are answered; fails if one could not be asked. */
    void settle() {
        List<Path> all = Stream.generate(this::take).limit(THREADS).toList();
        free.addAll(all);
        Throwable first = failure.get();
        if (first != null) {
            throw new IllegalStateException("an image could not be examined", first);
        }
    }
}
