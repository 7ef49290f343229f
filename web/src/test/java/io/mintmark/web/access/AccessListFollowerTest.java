package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.AccessListException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running server obeys its list as it changes, and no change that it cannot use opens it. */
class AccessListFollowerTest {
    @TempDir
    Path directory;

    @AutoClose
    private final RecordedLog log = RecordedLog.of(AccessListFollower.class);

    private final AtomicReference<@Nullable AccessList> inForce = new AtomicReference<>();

    private AccessListFollower open() {
        return new AccessListFollower(new AccessFile(directory), new AuditLog(AuditLog.Scope.NONE), inForce);
    }

    private AccessList later(AccessListFollower follower) {
        follower.look();
        return Objects.requireNonNull(inForce.get());
    }

    private long errors() {
        return log.events().stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .count();
    }

    @Test
    void shouldBeginToAskWhenTheFirstIsAdded() {
        AccessListFollower follower = open();
        assertThat(inForce.get()).isNull();

        new Callers(directory).operator("ada");

        assertThat(inForce.get()).as("until it looks").isNull();
        assertThat(later(follower).find("ada")).isPresent();
    }

    @Test
    void shouldObeyEachChangeWithinASecond() {
        Callers callers = new Callers(directory).operator("ada").operator("bob");
        AccessListFollower follower = open();

        callers.remove("bob");
        assertThat(later(follower).find("bob")).isEmpty();
        callers.operator("bob");
        assertThat(later(follower).find("bob")).isPresent();
    }

    @Test
    void shouldStayClosedWhenTheFileIsGoneAndSayItOnce() throws IOException {
        new Callers(directory).operator("ada");
        AccessListFollower follower = open();

        Files.delete(directory.resolve(AccessFile.NAME));

        for (int i = 0; i < 5; i++) {
            assertThat(later(follower).find("ada")).isPresent();
        }
        assertThat(errors()).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatItKnewWhenAChangeIsDamagedAndSayEachOnce() throws IOException {
        Callers callers = new Callers(directory).operator("ada");
        AccessListFollower follower = open();

        Files.writeString(directory.resolve(AccessFile.NAME), "damaged");
        assertThat(later(follower).find("ada")).isPresent();
        assertThat(later(follower).find("ada")).isPresent();
        assertThat(errors()).isEqualTo(1);

        Files.writeString(directory.resolve(AccessFile.NAME), "damaged again");
        assertThat(later(follower).find("ada")).isPresent();
        assertThat(errors()).isEqualTo(2);

        Files.delete(directory.resolve(AccessFile.NAME));
        callers.operator("bob");
        assertThat(later(follower).find("ada"))
                .as("a good list is obeyed again")
                .isEmpty();
    }

    @Test
    void shouldNotBeginANewListWhenTheFileIsGone() throws IOException {
        new Callers(directory).operator("ada");
        AccessListFollower follower = open();
        Files.delete(directory.resolve(AccessFile.NAME));

        assertThatThrownBy(() -> follower.change(list -> list)).isInstanceOf(AccessListException.class);

        assertThat(directory.resolve(AccessFile.NAME)).doesNotExist();
        assertThat(later(follower).find("ada")).isPresent();
    }

    @Test
    void shouldNotOpenWhereAListWasLost() throws IOException {
        Callers callers = new Callers(directory).operator("ada");
        Files.delete(directory.resolve(AccessFile.NAME));

        assertThatThrownBy(this::open)
                .isInstanceOf(AccessListException.class)
                .hasMessageContainingAll("access.lock", "put the list back", "remove");

        callers.operator("bob");
        assertThat(later(open()).find("bob")).as("a command begins anew").isPresent();
        callers.remove("bob");
        assertThat(later(open()).principals())
                .as("nobody is left, and nobody gets in")
                .isEmpty();
    }
}
