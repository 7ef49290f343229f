package io.mintmark.lab.proof;

import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.RequestBuffer;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import java.util.List;

/** All kinds of writes in turn: a range, an identity, a document, a batch; each must be durable before its answer. */
final class MixedWrites implements Requests {
    private static final int BATCH = 3;

    private final List<Requests> kinds;
    private long written;

    MixedWrites(Traffic traffic) {
        kinds = List.of(
                traffic.reservations(1),
                traffic.identities(),
                traffic.puts(new IssuedNumbers(0, 1)),
                traffic.batches(new IssuedNumbers(1_000_000, 1), BATCH));
    }

    @Override
    public void write(int connection, RequestBuffer out) {
        kinds.get((int) (written % kinds.size())).write(connection, out);
        written++;
    }
}
