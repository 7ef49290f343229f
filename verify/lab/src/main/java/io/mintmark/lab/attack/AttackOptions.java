package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.script.Credentials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Words that say how a server is attacked; the attackers' process gets the same ones. */
final class AttackOptions extends EffortOptions {
    @Option(
            names = "--same-address",
            description = "The flood comes from the good clients' own address, so that nobody can tell them apart.")
    private boolean sameAddress;

    @Option(names = "--streams", description = "All hostile clients send bulk inserts, 400 of them.")
    private boolean streams;

    @Option(names = "--tls", description = "Everybody speaks TLS, and hostile clients attack the handshake, too.")
    private boolean tls;

    @Option(
            names = "--access",
            description =
                    "The server has an access list. Good clients are on it, with certificates over TLS and bearer tokens"
                            + " without; so are most hostile ones, who may read and write, and others have no credential, wrong ones or"
                            + " ended ones, and guess.")
    private boolean access;

    @Option(names = "--guesses", description = "The same, and no hostile client has a good credential.")
    private boolean guesses;

    @Option(
            names = "--nice",
            description = "Hostile clients run at nice 19, for they would not share the server's processors elsewhere.")
    private boolean nice;

    @Option(names = "--credentials", hidden = true)
    private @Nullable Path credentials;

    /** Returns whether the server asks everybody who they are. */
    boolean hasAccessList() {
        return access || guesses;
    }

    /** Returns whether the attackers give way to everybody else. */
    boolean isNice() {
        return nice;
    }

    /** Returns what hostile clients may show, in the attackers' process. */
    Optional<Credentials> credentials() {
        return Optional.ofNullable(credentials).map(Credentials::new);
    }

    /** Returns whether the server speaks TLS. */
    boolean isTls() {
        return tls;
    }

    AttackPlan plan() {
        AttackPlan asked = AttackPlan.of(effort());
        AttackPlan from = sameAddress ? asked.fromTheGoodAddress() : asked;
        if (streams && guesses) {
            throw refusal("--streams and --guesses exclude each other: give one of them");
        }
        return streams ? from.only(AttackPlan.Only.STREAMS) : guesses ? from.only(AttackPlan.Only.GUESSES) : from;
    }

    /** Returns the words again for the attackers' process, which finds what to show in a folder. */
    List<String> words(Optional<Credentials> made) {
        List<String> words = new ArrayList<>();
        if (!effort().plan().word().isEmpty()) {
            words.add(effort().plan().word());
        }
        if (sameAddress) {
            words.add("--same-address");
        }
        if (tls) {
            words.add("--tls");
        }
        if (streams) {
            words.add("--streams");
        }
        if (guesses) {
            words.add("--guesses");
        }
        made.ifPresent(known -> words.add("--credentials=" + known.directory()));
        return words;
    }
}
