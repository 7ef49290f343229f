package io.mintmark.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Users get every artifact with its sources and its Javadoc, and the BOM names them all; {@code .ci/run} opens the jars. */
final class PublishedTest {
    private static final String NEITHER_CODE_NOR_LIBRARY = "mintmark-bom";

    @Test
    void shouldComeWithSourcesAndJavadoc() throws IOException {
        ClassPath modules = new ClassPath();
        Set<String> artifacts = Published.artifacts();

        assertThat(artifacts).hasSizeGreaterThanOrEqualTo(9);
        for (String artifact : artifacts) {
            String pom = Published.pom(modules.module(artifact).orElseThrow());
            assertThat(Published.missing(pom)).as(artifact).isEmpty();
        }
    }

    @Test
    void shouldBeNamedByTheBom() throws IOException {
        ClassPath modules = new ClassPath();
        Set<String> named = Published.artifacts();

        for (String artifact : modules.artifacts()) {
            boolean isDeployed =
                    Published.isDeployed(Published.pom(modules.module(artifact).orElseThrow()));
            assertThat(isDeployed)
                    .as(artifact)
                    .isEqualTo(named.contains(artifact) || artifact.equals(NEITHER_CODE_NOR_LIBRARY));
        }
    }

    /** The twin: a module without one of them is found. */
    @Test
    void shouldFindAModuleWithoutJavadoc() throws IOException {
        String pom = Published.pom(new ClassPath().module("mintmark-core").orElseThrow());

        assertThat(Published.missing(pom.replace("maven-javadoc-plugin", "maven-site-plugin")))
                .containsExactly("it lacks the maven-javadoc-plugin");
    }
}
