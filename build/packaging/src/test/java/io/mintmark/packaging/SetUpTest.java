package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command line takes what unit, image and manifests tell it. */
final class SetUpTest {
    private static String complaint(SetUp setUp) {
        return CommandModel.complaint(setUp.ours(), setUp.words());
    }

    @Test
    void shouldTellServersWhatTheyKnow() throws Exception {
        List<SetUp> all = SetUp.all();

        assertThat(all)
                .extracting(SetUp::where)
                .containsExactly(
                        "unit",
                        "image",
                        "image",
                        "compose",
                        "kubernetes/one-node.yaml",
                        "kubernetes/several-nodes.yaml");
        assertThat(all).allSatisfy(setUp -> {
            assertThat(setUp.ours()).isNotEmpty();
            assertThat(complaint(setUp)).as(setUp.where()).isEmpty();
        });
    }

    /** Compose starts the image, whose variables hold. */
    @Test
    void shouldKeepAnAuditLogWhereverAServerIsInstalled() throws Exception {
        assertThat(SetUp.all().stream().filter(setUp -> !setUp.where().equals("compose")))
                .allSatisfy(setUp -> assertThat(setUp.environment())
                        .as(setUp.where())
                        .hasEntrySatisfying(
                                "MINTMARK_AUDIT_FILE", file -> assertThat(file).endsWith("/audit.log")));
    }

    /** The twin: an option, a variable and a value that no server takes. */
    @Test
    void shouldFindWhatNoServerTakes() {
        assertThat(complaint(new SetUp("unit", Map.of(), List.of("serve", "--prot", "1"))))
                .contains("--prot");
        assertThat(complaint(new SetUp("pod", Map.of("MINTMARK_PROT", "1"), List.of("serve"))))
                .contains("MINTMARK_PROT");
        assertThat(complaint(new SetUp("pod", Map.of("MINTMARK_PORT", "tcp://10.0.0.1:8080"), List.of("serve"))))
                .contains("--port", "tcp://10.0.0.1:8080");
    }
}
