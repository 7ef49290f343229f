package io.mintmark.simulation.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk keeps what it synced, loses what it did not, and says what it lost although it had said otherwise. */
class JournalDiskTest {
    private static final Journal.Home SHOP = new Journal.Home("shop0", "shop.1");
    private static final int SEEDS = 50;

    private static StoredDocument document(String id) {
        return new StoredDocument(
                DocumentId.of(id),
                new DocumentContent("Things", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8)),
                "A:1-shop",
                1,
                Instant.EPOCH);
    }

    private static void take(JournalDisk disk, String id) {
        disk.begin();
        disk.add(SHOP, document(id));
        disk.commit(Agenda.MILLI, true);
    }

    private static List<String> ids(JournalDisk disk) {
        return disk.entries(any -> true, 0, 10).stream()
                .map(entry -> entry.document().id().text())
                .toList();
    }

    /** Returns on how many of some seeds the second of two documents is there after a power cut. */
    private static int keepsTheSecond(boolean lies, long after) {
        int kept = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Agenda agenda = new Agenda();
            JournalDisk disk = new JournalDisk(0, agenda, new Dice(seed));
            take(disk, "a");
            agenda.runUntil(agenda.now() + Agenda.SECOND);
            disk.lie(lies);
            take(disk, "b");
            agenda.runUntil(agenda.now() + after);

            JournalDisk.Lost lost = disk.cutOff();

            assertThat(ids(disk)).as("what was synced, seed %d", seed).contains("a");
            assertThat(lost.lied()).as("what it lied about").hasSize(lies ? lost.groups() : 0);
            kept += ids(disk).size() - 1;
        }
        return kept;
    }

    @Test
    void shouldLoseByChanceWhatIsNotSynced() {
        assertThat(keepsTheSecond(false, 0)).isBetween(1, SEEDS - 1);
        assertThat(keepsTheSecond(false, Agenda.SECOND)).isEqualTo(SEEDS);
        assertThat(keepsTheSecond(true, Agenda.SECOND)).isBetween(1, SEEDS - 1);
    }

    @Test
    void shouldSayOfALaterSyncThatEverythingBeforeItIsSafe() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Agenda agenda = new Agenda();
            JournalDisk disk = new JournalDisk(0, agenda, new Dice(seed));
            disk.lie(true);
            take(disk, "a");
            disk.lie(false);
            take(disk, "b");
            agenda.runUntil(Agenda.SECOND);

            assertThat(disk.cutOff().groups()).isZero();
            assertThat(ids(disk)).containsExactly("a", "b");
        }
    }

    @Test
    void shouldForgetAGroupThatIsAbandoned() {
        JournalDisk disk = new JournalDisk(0, new Agenda(), new Dice(1));
        take(disk, "a");
        Journal.Entry entry = disk.entries(any -> true, 0, 1).get(0);
        disk.begin();
        assertThat(disk.setAside(new Journal.SetAside(entry, "Another document is there", Instant.EPOCH)))
                .isTrue();
        disk.add(SHOP, document("b"));

        disk.abandon();

        assertThat(ids(disk)).containsExactly("a");
        assertThat(disk.setAside(0, 10)).isEmpty();
        assertThat(disk.fill(1_000)).isEqualTo(new Journal.Fill(1, 0, 4, 1_000));
    }
}
