package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitGroupsTest {
    private final List<Integer> submitted = new ArrayList<>();
    private final List<String> stored = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();
    private final Set<String> refused = new TreeSet<>();
    private boolean refusalsLast = true;
    private boolean failing;
    private int underWay;
    private int underWayMost;

    private long memoryMax = Long.MAX_VALUE;
    private long memory;
    private boolean busy;

    private final CommitGroups groups = new CommitGroups(
            this::submit,
            () -> {},
            results -> results.forEach(result -> reported.add(id(result))),
            new StreamMemory(this::claim));

    private void claim(long bytes) {
        if (memory + bytes > memoryMax) {
            throw new ApiException(ErrorType.OVERLOADED, "no memory");
        }
        memory += bytes;
    }

    private Pending<List<CommandResult>> submit(List<DocumentCommand> commands) {
        submitted.add(commands.size());
        if (busy) {
            throw new StorageBusyException("too much to write");
        }
        underWayMost = Math.max(underWayMost, ++underWay);
        return new Pending<>() {
            @Override
            public List<CommandResult> await() {
                underWay--;
                return commit(commands);
            }

            @Override
            public void whenSettled(Runnable next) {
                throw new UnsupportedOperationException("groups wait");
            }
        };
    }

    private List<CommandResult> commit(List<DocumentCommand> commands) {
        if (failing) {
            throw new StorageFailedException("the disk is full");
        }
        List<String> ids = commands.stream().map(CommitGroupsTest::id).toList();
        ids.stream().filter(refused::contains).findFirst().ifPresent(id -> {
            if (!refusalsLast) {
                refused.clear();
            }
            throw new MintmarkException("refused " + id);
        });
        stored.addAll(ids);
        return ids.stream().<CommandResult>map(CommitGroupsTest::result).toList();
    }

    private static CommandResult.Stored result(String id) {
        return new CommandResult.Stored(DocumentId.of(id), "Things", "A:1-x", Instant.EPOCH);
    }

    private static String id(CommandResult result) {
        return ((CommandResult.Stored) result).id().text();
    }

    private static String id(DocumentCommand command) {
        return ((IdTemplate.Semantic) ((DocumentCommand.Put) command).id()).id().text();
    }

    private void add(int from, int to) {
        for (int i = from; i < to; i++) {
            groups.add(put("things/" + i), 100);
        }
    }

    private static DocumentCommand put(String id) {
        byte[] empty = "{}".getBytes(UTF_8);
        return new DocumentCommand.Put(
                IdTemplate.parse(id, IdentityPartsSeparator.DEFAULT),
                Expectation.ANYTHING,
                new DocumentContent("Things", empty, empty));
    }

    private static List<String> ids(int from, int to) {
        List<String> ids = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ids.add("things/" + i);
        }
        return ids;
    }

    @Test
    void shouldCommitAllInOrder() {
        add(0, 2_500);
        groups.flush();

        assertThat(stored).isEqualTo(ids(0, 2_500));
        assertThat(reported).isEqualTo(stored);
        assertThat(submitted).containsExactly(1_000, 1_000, 500);
    }

    @Test
    void shouldFillOneGroupWhileTheOneBeforeIsCommittedAndNeverSendASecond() {
        add(0, 1_999);
        assertThat(submitted).containsExactly(1_000);
        assertThat(stored).isEmpty();

        add(1_999, 50_000);
        groups.flush();

        assertThat(underWayMost).isEqualTo(1);
    }

    @Test
    void shouldCloseAGroupOfLargeCommandsEarly() {
        for (int i = 0; i < 9; i++) {
            groups.add(put("things/" + i), 300_000);
        }
        assertThat(submitted).containsExactly(4, 4);
    }

    @Test
    void shouldDoNothingWhereNothingWasAdded() {
        groups.flush();
        assertThat(submitted).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 499, 500, 998, 999})
    void shouldStoreAllBeforeARefusedCommandAndNothingAfter(int at) {
        refused.add("things/" + (1_000 + at));
        refused.add("things/1999");

        assertThatThrownBy(() -> {
                    add(0, 10_000);
                    groups.flush();
                })
                .isExactlyInstanceOf(MintmarkException.class)
                .hasMessage("refused things/" + (1_000 + at));

        groups.flush();
        assertThat(stored).isEqualTo(ids(0, 1_000 + at));
        assertThat(reported).isEqualTo(stored);
        assertThat(submitted.size()).isLessThan(30);
    }

    @Test
    void shouldGoOnWhereARefusalDoesNotLast() {
        refused.add("things/7");
        refusalsLast = false;
        add(0, 10);
        groups.flush();
        add(10, 20);
        groups.flush();

        assertThat(stored).isEqualTo(ids(0, 20));
    }

    @Test
    void shouldNotTryAgainWhatAFailedStoreMayHaveDone() {
        failing = true;
        add(0, 1_500);

        assertThatThrownBy(groups::flush).isInstanceOf(StorageFailedException.class);
        groups.flush();

        assertThat(submitted).containsExactly(1_000);
    }

    @Test
    void shouldAbandonOnlyWhatWasNotHandedOver() {
        add(0, 1_500);
        groups.abandon();
        groups.flush();

        assertThat(stored).isEqualTo(ids(0, 1_000));
    }

    @Test
    void shouldNotOfferASecondTimeWhatWasNotTaken() {
        add(0, 10);
        busy = true;
        assertThatThrownBy(groups::flush).isInstanceOf(StorageBusyException.class);
        busy = false;

        groups.flush();

        assertThat(submitted).containsExactly(10);
        assertThat(stored).isEmpty();
    }

    @Test
    void shouldStoreWhatItHasWhereThereIsNoMemoryForMore() {
        memoryMax = 300_000;
        for (int i = 0; i < 900; i++) {
            groups.add(put("things/" + i), 1_000);
        }
        groups.flush();

        assertThat(stored).isEqualTo(ids(0, 900));
        assertThat(submitted.size()).isBetween(4, 20);
    }

    @Test
    void shouldRefuseACommandForWhichThereIsNoMemoryBehindThoseBeforeIt() {
        memoryMax = 300_000;
        add(0, 10);

        assertThatThrownBy(() -> groups.add(put("large"), 400_000)).isInstanceOf(ApiException.class);

        assertThat(stored).isEqualTo(ids(0, 10));
        groups.flush();
        assertThat(stored).isEqualTo(ids(0, 10));
    }

    @Test
    void shouldGiveBackTheMemoryOfWhatIsStoredOrForgotten() {
        for (int round = 0; round < 20; round++) {
            add(0, 1_500);
            assertThat(memory).isBetween(1_500 * 600L, 1_500 * 700L);
            groups.flush();
            add(0, 500);
            groups.abandon();
            assertThat(memory).isLessThan(200_000);
        }
        refused.add("things/7");
        add(0, 10);
        assertThatThrownBy(groups::flush).isInstanceOf(MintmarkException.class);
        assertThat(memory).isLessThan(200_000);
    }
}
