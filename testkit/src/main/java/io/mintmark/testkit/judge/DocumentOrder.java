package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts the operations on one document into an order that agrees with their versions and with real time, if it can. */
final class DocumentOrder {
    private final DocumentTrace trace;
    private final Findings findings;
    private final Map<String, Version> versions = new LinkedHashMap<>();
    private final List<Version> absences = new ArrayList<>();
    /** The absence before all versions; null if deletions make others, so that nobody can say which one was found. */
    private final @Nullable Version initial;

    DocumentOrder(DocumentTrace trace, Findings findings) {
        this.trace = trace;
        this.findings = findings;
        this.initial = trace.deletions.isEmpty() ? new Version("absence") : null;
    }

    /** Returns how many versions no recorded write made. */
    long judge() {
        trace.writes.forEach(this::made);
        trace.reads.forEach(read -> version(text(read)).operations.add(read));
        trace.certainDeletions().forEach(this::deleted);
        trace.writes.forEach(write -> follow(write, ((Act.Write) write.act()).ifMatch(), version(text(write))));
        versions.values().forEach(this::judgeMade);
        judgeAbsences();
        judgeChains();
        return versions.values().stream().filter(each -> each.write == null).count();
    }

    private static String text(Operation operation) {
        return ((Outcome.Text) operation.outcome()).text();
    }

    private Version version(String text) {
        return versions.computeIfAbsent(text, any -> new Version("version " + text));
    }

    private void made(Operation write) {
        Version version = version(text(write));
        if (version.write != null) {
            findings.add(Rule.VERSION_TWICE, trace.id() + ", " + version.label + " made twice", version.write, write);
        } else {
            version.write = write;
        }
        version.operations.add(write);
    }

    /** No version may be found before anything that made it was sent. */
    private void judgeMade(Version version) {
        Operation found = version.firstEnded();
        Operation write = version.write;
        if (write != null && found != null && found.precedes(write)) {
            findings.add(
                    Rule.VERSION_BEHIND,
                    trace.id() + ", " + version.label + " found before the write began that made it",
                    found,
                    write);
        }
    }

    private void deleted(Operation deletion) {
        Version absence = new Version("absence after #" + deletion.number());
        absence.write = deletion;
        absence.operations.add(deletion);
        absences.add(absence);
        follow(deletion, ((Act.Delete) deletion.act()).ifMatch(), absence);
    }

    /** Links what an operation made to the version that it named. */
    private void follow(Operation operation, @Nullable String ifMatch, Version made) {
        Version named = ifMatch == null ? null : ifMatch.isEmpty() ? initial : version(ifMatch);
        if (named == null || made.write != operation) {
            return;
        }
        Version other = named.next;
        if (other != null) {
            findings.add(
                    Rule.OVERWRITTEN,
                    trace.id() + ", two operations followed " + named.label,
                    Objects.requireNonNull(other.write),
                    operation);
        } else {
            named.next = made;
            made.previous = named;
        }
    }

    private void judgeAbsences() {
        List<Operation> creations = trace.writes.stream()
                .filter(each -> ((Act.Write) each.act()).isCreation())
                .sorted(Comparator.comparingLong(Operation::ended))
                .toList();
        if (initial == null) {
            LastingEffects presence = new LastingEffects(effects(), trace.deletions);
            trace.absences.forEach(each -> requireAbsent(presence, each));
            creations.forEach(each -> requireAbsent(presence, each));
            judgeCreations(presence, creations);
            return;
        }
        initial.operations.addAll(trace.absences);
        initial.operations.addAll(creations);
        judgeInitial(initial);
    }

    /** Between two creations the document was deleted, whichever of them came first. */
    private void judgeCreations(LastingEffects presence, List<Operation> creations) {
        Operation latest = null;
        for (Operation each : creations) {
            if (latest != null
                    && !latest.precedes(each)
                    && !presence.mayBeUndone(Math.min(latest.began(), each.began()), each.ended())) {
                findings.add(
                        Rule.OVERWRITTEN,
                        trace.id() + ", created twice and not deleted in between",
                        ChainOrder.distinct(latest, each));
            }
            latest = latest == null || each.began() > latest.began() ? each : latest;
        }
    }

    private List<LastingEffects.Effect> effects() {
        List<LastingEffects.Effect> effects = new ArrayList<>();
        for (Version each : versions.values()) {
            Operation first = each.firstEnded();
            if (each.write != null && first != null) {
                effects.add(new LastingEffects.Effect(each.write, first.ended()));
            }
        }
        return effects;
    }

    private void requireAbsent(LastingEffects presence, Operation absent) {
        Operation there = presence.during(absent);
        if (there != null) {
            findings.add(Rule.DOCUMENT_LOST, trace.id() + ", absent although it was written", there, absent);
        }
    }

    /** Nothing of any version may be complete before its absence was found. */
    private void judgeInitial(Version absence) {
        Operation absent = absence.lastBegun();
        Operation there = null;
        for (Version each : versions.values()) {
            there = VersionChain.earlierEnd(there, each.firstEnded());
        }
        if (absent != null && there != null && there.precedes(absent)) {
            findings.add(Rule.DOCUMENT_LOST, trace.id() + ", absent although it was written", there, absent);
            absence.operations.clear();
        }
    }

    private void judgeChains() {
        List<VersionChain> chains = new ArrayList<>();
        VersionChain first = initial == null ? null : new VersionChain(initial);
        List.of(versions.values(), absences).stream()
                .flatMap(Collection::stream)
                .filter(each -> each.previous == null)
                .forEach(each -> chains.add(new VersionChain(each)));
        if (first != null) {
            judge(first);
        }
        chains.forEach(this::judge);
        new ChainOrder(trace.id(), findings).judge(first, chains);
        judgeCircles();
    }

    private void judge(VersionChain chain) {
        VersionChain.Contradiction found = chain.contradiction();
        if (found != null) {
            findings.add(
                    Rule.VERSION_BEHIND,
                    trace.id() + ", " + found.earlier().label + " found or made after " + found.later().label
                            + ", which follows it",
                    ChainOrder.distinct(found.earlier().write, found.later().write, found.ended(), found.begun()));
        }
    }

    /** Versions that follow each other in a circle are in no chain. */
    private void judgeCircles() {
        for (Version each : versions.values()) {
            Version head = each;
            int steps = 0;
            while (head.previous != null && head.previous != each && steps++ <= versions.size()) {
                head = head.previous;
            }
            if (head.previous == each) {
                findings.add(
                        Rule.VERSION_BEHIND,
                        trace.id() + ", " + each.label + " follows itself",
                        ChainOrder.distinct(each.write, head.write));
                return;
            }
        }
    }
}
