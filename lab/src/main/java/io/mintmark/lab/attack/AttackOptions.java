package io.mintmark.lab.attack;

import io.mintmark.lab.measure.EffortOptions;
import java.util.ArrayList;
import java.util.List;
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

    /** Returns whether the server speaks TLS. */
    boolean isTls() {
        return tls;
    }

    AttackPlan plan() {
        AttackPlan asked = AttackPlan.of(effort());
        AttackPlan from = sameAddress ? asked.fromTheGoodAddress() : asked;
        return streams ? from.ofStreamsOnly() : from;
    }

    /** Returns the words again. */
    List<String> words() {
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
        return words;
    }
}
