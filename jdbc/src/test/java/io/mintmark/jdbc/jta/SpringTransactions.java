package io.mintmark.jdbc.jta;

import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Transactions as Spring's annotations begin and suspend them. Used by one thread. */
final class SpringTransactions implements Transactions {
    private final PlatformTransactionManager manager;
    private final Deque<TransactionStatus> running = new ArrayDeque<>();

    SpringTransactions(PlatformTransactionManager manager) {
        this.manager = manager;
    }

    @Override
    public void begin(int seconds) {
        DefaultTransactionDefinition wanted = new DefaultTransactionDefinition();
        wanted.setTimeout(seconds);
        running.push(manager.getTransaction(wanted));
    }

    @Override
    public void commit() {
        manager.commit(running.pop());
    }

    @Override
    public void rollback() {
        manager.rollback(running.pop());
    }

    @Override
    public Object suspend() {
        return manager.getTransaction(
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_NOT_SUPPORTED));
    }

    @Override
    public void resume(Object suspended) {
        manager.commit((TransactionStatus) suspended);
    }

    @Override
    public boolean isActive() {
        return !running.isEmpty() && !running.peek().isRollbackOnly();
    }
}
