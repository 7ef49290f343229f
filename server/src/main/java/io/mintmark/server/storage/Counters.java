package io.mintmark.server.storage;

import io.mintmark.counter.ReturnRule;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.IdentityRequest;
import io.mintmark.server.storage.counter.IdentitySeed;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.counter.RangeRequest;
import io.mintmark.server.storage.counter.RangeReturn;
import java.util.List;

/**
 * The numbers of one database: HiLo counters and identities. Small on purpose, so that an engine that keeps no documents can
 * stand behind it; its verbs promise what those of {@link Storage} do.
 */
public interface Counters {
    /**
     * Returns the name of this database's life, part of its tokens: its random id and, after a dot, its incarnation, which
     * grows when a copy is restored.
     */
    String life();

    /**
     * Moves a counter up durably and returns what was passed.
     *
     * <p>Holds: no number of the lease was or will be part of another one, except by {@link #giveBack}. Refused: a
     * counter at its ceiling ({@link io.mintmark.counter.ExhaustedException}), a leap of {@code lastMax} beyond all sense
     * ({@link io.mintmark.counter.LeapRefusedException}).
     */
    default Lease reserve(RangeRequest request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a reservation over as {@link #reserve} does, and returns before it is durable. */
    Pending<Lease> submit(RangeRequest request, Party party);

    /**
     * Gives the unused tail of a counter's latest lease back, and returns what became of it.
     *
     * <p>Holds: accepted at most once a lease, see {@link io.mintmark.counter.ReturnRule}. Anything else changes nothing:
     * the numbers are a gap.
     */
    default ReturnRule.Verdict giveBack(RangeReturn request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a return over as {@link #giveBack} does, and returns before it is durable. */
    Pending<ReturnRule.Verdict> submit(RangeReturn request, Party party);

    /**
     * Moves a counter up to {@code atLeast} without owning numbers, and returns where it stands now.
     *
     * <p>Holds: later leases begin above the returned value. Undefined: nothing; a counter already higher stays.
     */
    long raise(CounterName counter, long atLeast);

    /**
     * Takes the next number of an identity; the same {@code requestId} gets the same number again.
     *
     * <p>Holds: numbers of one identity increase. Refused: an identity at its ceiling
     * ({@link io.mintmark.counter.ExhaustedException}).
     */
    default long nextIdentity(IdentityRequest request) {
        return submit(request, Party.NOBODY).await();
    }

    /** Hands a request for an identity's number over as {@link #nextIdentity} does, and returns before it is durable. */
    Pending<Long> submit(IdentityRequest request, Party party);

    /**
     * Moves an identity to {@code value}: up only, or wherever the request forces it; returns where it stands now. The
     * same {@code requestId} moves it once and gets the same answer again.
     *
     * <p>Undefined: numbers above a forced lower value will be issued again; documents that bear them refuse theirs.
     */
    default long seedIdentity(IdentitySeed seed) {
        return submit(seed, Party.NOBODY).await();
    }

    /** Hands a seed over as {@link #seedIdentity} does, and returns before it is durable. */
    Pending<Long> submit(IdentitySeed seed, Party party);

    /** Returns identities with their latest numbers, by name. */
    List<NamedNumber> identities(Slice slice);
}
