package io.mintmark.fuzz.targets;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.counter.LeaseToken;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.protocol.RavenTime;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.Expectation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Change vectors, lives, lease tokens and times: what is read is written the same, and means itself alone. */
public final class VersionsTarget implements FuzzTarget {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        long number = input.number();
        String one = input.textUpTo('\n');
        String other = input.text();
        changeVectors(one, number, other);
        tokens(one);
        times(one, number);
    }

    private static void changeVectors(String one, long number, String other) {
        Expectation expectation = Expectation.parse(one);
        Check.equal(
                !one.isEmpty(), expectation.isMetBy(one), "a version meets itself, and an absent one meets nothing");
        Check.equal(one.isEmpty(), expectation.isMetBy(null), "only the expectation of nothing is met by nothing");
        Check.equal(one.equals(other) && !one.isEmpty(), expectation.isMetBy(other), "no version meets another one");
        String written = ChangeVectors.format("A", number, other);
        Check.that(Expectation.parse(written).isMetBy(written), "a version that is written meets itself");
    }

    private static void tokens(String text) {
        LeaseToken.parse(text).ifPresent(token -> {
            Check.equal(text, token.toString(), "a lease token is written as it was read");
            Check.equal(Optional.of(token), LeaseToken.parse(token.toString()), "a lease token is read again");
        });
        DatabaseLife.parse(text).ifPresent(life -> {
            Check.equal(text, life.toString(), "a life is written as it was read");
            String lease = life + ".1";
            Check.equal(
                    Optional.of(text),
                    LeaseToken.parse(lease).map(LeaseToken::life),
                    "a lease names the life it is from");
        });
    }

    private static void times(String text, long number) {
        RavenTime.parse(text).filter(VersionsTarget::isShown).ifPresent(VersionsTarget::roundTrip);
        Instant any =
                Instant.ofEpochSecond(Math.floorMod(number, LAST.getEpochSecond()), Math.floorMod(number, 999_999_999));
        roundTrip(any);
    }

    private static boolean isShown(Instant time) {
        return !time.isBefore(FIRST) && !time.isAfter(LAST);
    }

    private static void roundTrip(Instant time) {
        Instant kept = time.minusNanos(time.getNano() % 100).truncatedTo(ChronoUnit.NANOS);
        Check.equal(Optional.of(kept), RavenTime.parse(RavenTime.format(time)), "a time is read as it was written");
    }
}
