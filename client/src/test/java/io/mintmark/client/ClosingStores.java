package io.mintmark.client;

import io.mintmark.client.Model.User;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A program that uses a server in every way and closes all: prints the threads that it leaves, and ends. */
public final class ClosingStores {
    private static final long PATIENCE_NANOS = 2_000_000_000L;

    private ClosingStores() {}

    public static void main(String... args) throws InterruptedException {
        Set<String> before = threads();
        DocumentStore first = open(args);
        DocumentStore second = open(args);
        use(first);
        use(second);
        try (RemoteRanges ranges = RemoteRanges.builder(args[0])
                        .database(args[1])
                        .tag("tickets")
                        .open();
                StrictHiLo tickets = HiLo.over(ranges).name("tickets").strict()) {
            tickets.next();
        }
        first.close();
        use(second);
        System.out.println("open " + threads(before));
        second.close();
        awaitEnd(before);
        System.out.println("closed " + threads(before));
    }

    /** Waits for the ends of threads that were not there before, as long as patience lasts. */
    private static void awaitEnd(Set<String> before) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread.getName())) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            }
        }
    }

    private static DocumentStore open(String... args) {
        return DocumentStore.builder(args[0]).database(args[1]).open();
    }

    private static void use(DocumentStore store) {
        try (Session session = store.openSession()) {
            session.store(new User("Ada"));
            session.saveChanges();
            session.load(User.class, "users/1-A");
        }
        try (BulkInsert bulk = store.bulkInsert()) {
            for (int i = 0; i < 100; i++) {
                bulk.store(new User("Bob"));
            }
        }
        store.databases().list();
    }

    private static Set<String> threads(Set<String> before) {
        Set<String> now = threads();
        now.removeAll(before);
        return now;
    }

    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        return names;
    }
}
