package io.mintmark.server.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A database is closed before it is deleted; what ended with it hears nothing that a failure makes untrue. */
class UndoneDeletionTest {
    private static final byte[] RECORD = {'{', '}'};

    private final AtomicBoolean wireIsCut = new AtomicBoolean();

    @AutoClose
    private final Databases node = new Databases(
            failing(new MemoryEngine()), new Json(Integer.MAX_VALUE), InstantSource.system(), Limits.DEFAULT);

    private StorageEngine failing(StorageEngine engine) {
        return Intercepted.of(StorageEngine.class, engine, (verb, arguments, call) -> {
            if (verb.equals("delete") && wireIsCut.get()) {
                throw new StorageUnreachableException("The wire is cut.", new IllegalStateException());
            }
            return call.make(arguments);
        });
    }

    private List<String> endedBy(Runnable deletion) {
        List<String> reasons = new ArrayList<>();
        Operation operation =
                node.require("shop").operations().start(7, why -> reasons.add(String.valueOf(why.getMessage())));
        deletion.run();
        assertThat(operation.id()).isEqualTo(7);
        return reasons;
    }

    private void delete() {
        node.delete("shop", Removal.ERASE);
    }

    @Test
    void shouldTellNobodyThatADatabaseWasDeletedWhichIsThere() {
        node.create("shop", RECORD, Party.NOBODY);
        wireIsCut.set(true);

        List<String> reasons =
                endedBy(() -> assertThatThrownBy(this::delete).isInstanceOf(StorageUnreachableException.class));

        assertThat(reasons).containsExactly("Database 'shop' is being deleted.");
        assertThat(node.require("shop")
                        .storage()
                        .write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null))
                        .high())
                .isEqualTo(32);

        wireIsCut.set(false);
        assertThat(endedBy(this::delete)).containsExactly("Database 'shop' is being deleted.");
        assertThat(node.find("shop")).isEmpty();
    }
}
