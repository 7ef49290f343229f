package io.mintmark.fuzz.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.fuzz.Bounds;
import io.mintmark.fuzz.Targets;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Jazzer finds planted defects from nothing, and for a moment looks for others: each build at other targets. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class SearchTest {
    private static final int TWIN_RUNS = 2_000_000;
    private static final int TWIN_SECONDS = 120;

    @TempDir
    private Path work;

    private Jazzer jazzer() {
        return new Jazzer(new Folders(Path.of("").toAbsolutePath(), work));
    }

    private static int seed(String test) {
        return 1 + (int) (Seed.fresh(test) % (Integer.MAX_VALUE - 1));
    }

    /** The twin of every search: one in each build, by the seed, and both by night. */
    @Test
    void shouldFindAPlantedDefectFromNothing() throws Exception {
        List<String> twins = new ArrayList<>(List.of("twin-bounds", "twin-round-trip"));
        Collections.shuffle(twins, new Random(seed("SearchTest.twins")));
        for (String twin : twins.subList(0, Effort.of("planted defects", 1, 2, 2))) {
            shouldFind(twin);
        }
    }

    private void shouldFind(String twin) throws Exception {
        Outcome outcome = jazzer().search(new Search(twin, TWIN_SECONDS, TWIN_RUNS, seed(twin), true));

        assertThat(outcome.findings()).as("after " + outcome.runs() + " runs").hasSize(1);
        assertThat(outcome.isClean()).isFalse();
        assertThat(outcome.runs()).isLessThanOrEqualTo(TWIN_RUNS);
        byte[] found = Files.readAllBytes(outcome.findings().get(0));
        assertThatThrownBy(() -> Bounds.USUAL.run(Targets.of(twin), found))
                .as("the file repeats it")
                .isNotNull();
    }

    @Test
    void shouldFindNothingInTargetsThatChangeWithTheSeed() throws Exception {
        int seed = seed("SearchTest");
        int count = Effort.of(
                "targets searched", 1, Targets.names().size(), Targets.names().size());
        int seconds = Effort.of("seconds of each search", 5, 60, 3600, "mintmark.fuzz.seconds");
        List<String> targets = new ArrayList<>(Targets.names());
        Collections.shuffle(targets, new Random(seed));
        for (String target : targets.subList(0, count)) {
            Outcome outcome = jazzer().search(Search.of(target, seconds, seed));
            System.out.print(ResultTable.of(List.of(outcome)));
            assertThat(outcome.isClean())
                    .as(ResultTable.findings(Folders.of(work), List.of(outcome)) + log(target))
                    .isTrue();
            assertThat(outcome.runs()).as(target).isPositive();
        }
    }

    private String log(String target) throws Exception {
        return Files.readString(new Folders(Path.of(""), work).log(target));
    }
}
