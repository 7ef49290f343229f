package io.mintmark.cli;

import io.mintmark.cli.Crowd.Stage;
import io.mintmark.client.DocumentStore;
import io.mintmark.client.RemoteRanges;
import io.mintmark.client.Session;
import io.mintmark.client.exceptions.ServerFailedException;
import io.mintmark.client.exceptions.ServerOverloadedException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeUnavailableException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** A program with mintmark-client: told of the nodes that there were at its start, it finds the others by itself. */
final class LibraryClient implements Runnable {
    private static final Duration ATTEMPT = Duration.ofSeconds(1);
    private static final Duration DEADLINE = Duration.ofSeconds(4);
    private static final int NUMBERS_A_STEP = 500;
    private static final Duration REST = Duration.ofMillis(10);

    private final String[] urls;
    private final NodesHistory history;
    private final SplittableRandom random;
    private final String name;
    private final Supplier<Stage> stage;
    private int stamps;

    LibraryClient(List<URI> urls, NodesHistory history, SplittableRandom random, String name, Supplier<Stage> stage) {
        this.urls = urls.stream().map(URI::toString).toArray(String[]::new);
        this.history = history;
        this.random = random;
        this.name = name;
        this.stage = stage;
    }

    @Override
    public void run() {
        try (DocumentStore store = DocumentStore.builder(urls)
                        .database(Calls.DATABASE)
                        .attemptTimeout(ATTEMPT)
                        .deadline(DEADLINE)
                        .open();
                RemoteRanges ranges = RemoteRanges.builder(urls)
                        .database(Calls.DATABASE)
                        .tag("orders")
                        .attemptTimeout(ATTEMPT)
                        .deadline(DEADLINE)
                        .open();
                StrictHiLo orders = HiLo.over(ranges).name("orders").strict()) {
            while (stage.get() == Stage.WORKING) {
                goOn(store, orders);
            }
        }
    }

    private void goOn(DocumentStore store, StrictHiLo orders) {
        try {
            step(store, orders);
        } catch (ServerUnreachableException
                | ServerOverloadedException
                | ServerFailedException
                | UnknownOutcomeException
                | RangeUnavailableException e) {
            history.acknowledged.unanswered();
            RealTime.pass(REST);
        }
    }

    private void step(DocumentStore store, StrictHiLo orders) {
        switch (random.nextInt(3)) {
            case 0 -> {
                for (int i = 0; i < NUMBERS_A_STEP; i++) {
                    long number = orders.next();
                    history.acknowledged.issued("orders", number, number);
                }
            }
            case 1 -> {
                long begun = System.nanoTime();
                history.identity(begun, "tickets", store.identities().next("tickets"));
            }
            default -> save(store);
        }
    }

    private void save(DocumentStore store) {
        String stamp = name + "-" + stamps++;
        try (Session session = store.openSession()) {
            String id = session.store(new Note(stamp)).id();
            int ignored = session.saveChanges();
            history.acknowledged.storedNew(id, stamp);
        }
    }
}
