package io.mintmark.server.numbers;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A number of an identity, asked for again while the engine is not there, as RavenDB waits for a leader: until an
 * outage, or several in a row, lasted for {@link #PATIENCE}, and after that not at all. It is asked for again only
 * where the engine says that nothing happened, so none is drawn twice. Nobody waits with a thread.
 */
final class PatientIdentity<T> implements Pending<T> {
    /** RavenDB's clients go to another node after 408; a standby is promoted within this time. */
    static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final long LOOK_MILLIS = 50;

    private final Function<Party, Pending<T>> asking;
    private final Party later;
    private final Supplier<Optional<Outage>> outage;
    private final Ticker ticker;
    private final long begun;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    private PatientIdentity(
            Function<Party, Pending<T>> asking, Party later, Supplier<Optional<Outage>> outage, Ticker ticker) {
        this.asking = asking;
        this.later = later;
        this.outage = outage;
        this.ticker = ticker;
        this.begun = ticker.nanos();
    }

    /**
     * Asks.
     *
     * @param asking hands the request over for a party
     * @param party for whom it is asked on this thread; later on no thread of its own works for it
     * @param outage whether the engine is there for this node
     */
    static <T> Pending<T> of(Function<Party, Pending<T>> asking, Party party, Supplier<Optional<Outage>> outage) {
        return of(asking, party, outage, Ticker.SYSTEM);
    }

    static <T> Pending<T> of(
            Function<Party, Pending<T>> asking, Party party, Supplier<Optional<Outage>> outage, Ticker ticker) {
        Party later = new Party(party.key(), () -> {});
        PatientIdentity<T> identity = new PatientIdentity<>(asking, later, outage, ticker);
        identity.ask(party);
        return identity;
    }

    private void ask(Party party) {
        try {
            Pending<T> asked = asking.apply(party);
            asked.whenSettled(() -> settle(asked));
        } catch (RuntimeException refused) {
            refused(refused);
        }
    }

    private void settle(Pending<T> asked) {
        try {
            answer.complete(asked.await());
        } catch (RuntimeException refused) {
            refused(refused);
        }
    }

    private void refused(RuntimeException why) {
        Optional<Outage> now = why instanceof StorageUnreachableException ? outage.get() : Optional.empty();
        if (now.isEmpty()) {
            answer.completeExceptionally(why);
        } else if (isOver(now.get().lasted()) || isOver(Duration.ofNanos(ticker.nanos() - begun))) {
            answer.completeExceptionally(timeout(why));
        } else {
            CompletableFuture.delayedExecutor(LOOK_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> look(why));
        }
    }

    private static boolean isOver(Duration waited) {
        return waited.compareTo(PATIENCE) >= 0;
    }

    /** The engine is not asked as long as it is known not to be there. */
    private void look(RuntimeException why) {
        if (outage.get().isPresent()) {
            refused(why);
        } else {
            ask(later);
        }
    }

    private static ApiException timeout(RuntimeException why) {
        ApiException refusal = new ApiException(
                ErrorType.IDENTITY_TIMEOUT,
                "No number of an identity could be drawn within " + PATIENCE.toSeconds()
                        + " s, and none was: ask another node, or try again later. " + why.getMessage());
        refusal.initCause(why);
        return refusal;
    }

    @Override
    public T await() {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : e;
        }
    }

    @Override
    public void whenSettled(Runnable next) {
        var ignored = answer.whenComplete((number, refused) -> next.run());
    }
}
