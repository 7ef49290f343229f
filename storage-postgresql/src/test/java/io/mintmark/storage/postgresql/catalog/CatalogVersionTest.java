package io.mintmark.storage.postgresql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** No change of another node is missed, whatever comes first: its version by a heartbeat, or one of this node's own. */
class CatalogVersionTest {
    private final CatalogVersion version = new CatalogVersion(5);

    @Test
    void shouldNotCountChangesOfItsOwn() {
        version.own(6);
        version.own(7);
        version.heard(7);
        version.heard(3);

        assertThat(version.foreignChanges()).isZero();
    }

    @Test
    void shouldCountWhatAHeartbeatBrings() {
        version.heard(6);
        version.heard(6);
        version.heard(9);

        assertThat(version.foreignChanges()).isEqualTo(2);
    }

    @Test
    void shouldCountWhatLiesBeforeAChangeOfItsOwn() {
        version.own(8);
        version.heard(8);

        assertThat(version.foreignChanges()).as("6 and 7 are another's").isEqualTo(1);
    }

    @Test
    void shouldCountWhatComesBehindAChangeOfItsOwn() {
        version.own(6);
        version.heard(7);

        assertThat(version.foreignChanges()).isEqualTo(1);
    }
}
