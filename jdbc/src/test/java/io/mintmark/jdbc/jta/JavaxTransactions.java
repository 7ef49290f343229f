package io.mintmark.jdbc.jta;

import javax.transaction.Status;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;

/** Transactions of a manager with the interfaces of before 2020. */
record JavaxTransactions(TransactionManager manager) implements Transactions {

    @Override
    public void begin(int seconds) throws Exception {
        manager.setTransactionTimeout(seconds);
        manager.begin();
    }

    @Override
    public void commit() throws Exception {
        manager.commit();
    }

    @Override
    public void rollback() throws Exception {
        manager.rollback();
    }

    @Override
    public Object suspend() throws Exception {
        return manager.suspend();
    }

    @Override
    public void resume(Object suspended) throws Exception {
        manager.resume((Transaction) suspended);
    }

    @Override
    public boolean isActive() throws Exception {
        return manager.getStatus() == Status.STATUS_ACTIVE;
    }
}
