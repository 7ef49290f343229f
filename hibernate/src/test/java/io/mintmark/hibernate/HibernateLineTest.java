package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/** The build runs all tests twice, and each time it is the Hibernate that it says. */
final class HibernateLineTest {

    @Test
    void shouldRunOnTheLineThatTheBuildNames() {
        String line = System.getProperty("test.hibernate.line");

        assertThat(line)
                .as("set by the pom for each run, or on the command line for one test")
                .isNotNull();
        assertThat(Version.getVersionString()).startsWith(line + ".");
    }
}
